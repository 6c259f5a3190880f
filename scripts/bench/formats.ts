import { asciidocHeadings } from "../../tests/kit/asciidoc_oracle.ts";
import { commonmarkHeadings } from "../../tests/kit/commonmark_oracle.ts";
import { mdxHeadings } from "../../tests/kit/mdx_oracle.ts";
import { compare, type Rows } from "./compare.ts";
import { measureOnNode } from "./on_node.ts";
import type { BenchOptions, Row } from "./row.ts";
import { summary } from "./samples.ts";
import { rateOf, scanRates, writeFormats } from "./scan_rates.ts";

const ROUNDS = 7;
const FILES = 1000;
/** Full parsers are slow: so many pages of theirs. */
const FEW_FILES = 100;

const PARSERS: Readonly<
  Record<string, readonly [name: string, parse: (text: string) => unknown]>
> = {
  "Markdown": ["commonmark.js", commonmarkHeadings],
  "MDX": ["mdxjs", mdxHeadings],
  "AsciiDoc": ["asciidoctor.js", asciidocHeadings],
};

/** How fast each format is cut into sections, beside full parsers. */
export async function formats(options: BenchOptions): Promise<Row[]> {
  const { quick, peers, progress } = options;
  const rounds = quick ? 1 : ROUNDS;
  const files = quick ? 20 : FILES;
  progress("formats: scanning");
  const rows: Rows = new Map();
  const add = (name: string, rates: readonly number[]): void =>
    void rows.set(name, { name, unit: "MB/s", ...summary(rates) });
  for (const [format, rates] of await scanRates({ files, rounds })) {
    add(`ours, ${format}`, rates);
  }
  const module = new URL("./scan_rates.ts", import.meta.url);
  const onNode = await measureOnNode(module, scanRates, { files, rounds });
  for (const [format, rates] of onNode ?? []) {
    add(`ours, ${format}, node`, rates);
  }
  if (!peers) return [...rows.values()];
  progress("formats: full parsers");
  for (const written of writeFormats(quick ? 5 : FEW_FILES)) {
    const [parser, parse] = PARSERS[written.format] ?? [];
    if (!parse) continue;
    const rates: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const rate = await rateOf(written, ({ text }) => parse(text));
      // The first one only warms up.
      if (round > 0) rates.push(rate);
    }
    const name = `${parser}, ${written.format}`;
    add(name, rates);
    compare(rows, `ours, ${written.format}`, name);
  }
  return [...rows.values()];
}
