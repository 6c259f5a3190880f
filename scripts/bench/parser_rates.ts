import { asciidocHeadings } from "../../tests/kit/asciidoc_oracle.ts";
import { commonmarkHeadings } from "../../tests/kit/commonmark_oracle.ts";
import { mdxHeadings } from "../../tests/kit/mdx_oracle.ts";
import { interleave } from "./samples.ts";
import { rateOf, writeFormats } from "./scan_rates.ts";

/** Parsers that make a tree of all that a page holds. */
export const PARSERS: Readonly<
  Record<string, readonly [name: string, parse: (text: string) => unknown]>
> = {
  "Markdown": ["commonmark.js", commonmarkHeadings],
  "MDX": ["mdxjs", mdxHeadings],
  "AsciiDoc": ["asciidoctor.js", asciidocHeadings],
};

/** MB a second of each full parser, on the runtime on which this runs. */
export async function parserRates(
  { files, rounds }: { readonly files: number; readonly rounds: number },
): Promise<[format: string, parser: string, rates: number[]][]> {
  const written = writeFormats(files).filter(({ format }) => PARSERS[format]);
  const samples = await interleave(
    written,
    rounds,
    (one) => rateOf(one, ({ text }) => PARSERS[one.format]?.[1](text)),
  );
  return [...samples].map(([{ format }, rates]) => [
    format,
    PARSERS[format]?.[0] ?? "",
    rates,
  ]);
}
