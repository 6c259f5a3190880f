import { compare, type Rows } from "./compare.ts";
import { measureOnNode } from "./on_node.ts";
import { parserRates } from "./parser_rates.ts";
import type { BenchOptions, Row } from "./row.ts";
import { summary } from "./samples.ts";
import { FLOOR, scanRates, UNCUT } from "./scan_rates.ts";

const ROUNDS = 7;
const FILES = 1000;
/** Full parsers are slow: so many pages of theirs. */
const FEW_FILES = 100;

/** How fast each format is cut into sections, beside full parsers. */
export async function formats(options: BenchOptions): Promise<Row[]> {
  const { quick, peers, progress } = options;
  const rounds = quick ? 1 : ROUNDS;
  const all = { files: quick ? 20 : FILES, rounds };
  const few = { files: quick ? 5 : FEW_FILES, rounds };
  const moduleOf = (name: string): URL => new URL(name, import.meta.url);
  const rows: Rows = new Map();
  const add = (name: string, rates: readonly number[]): void =>
    void rows.set(name, { name, unit: "MB/s", ...summary(rates) });
  progress("formats: scanning");
  const scans = moduleOf("./scan_rates.ts");
  const onDeno = await scanRates(all);
  const onNode = await measureOnNode(scans, scanRates, all) ?? [];
  for (const [on, scanned] of [["", onDeno], [", node", onNode]] as const) {
    const nameOf = (format: string): string =>
      format === FLOOR ? FLOOR + on : `ours, ${format}${on}`;
    for (const [format, rates] of scanned) add(nameOf(format), rates);
    for (const [format] of scanned) {
      if (format === FLOOR || UNCUT.includes(format)) continue;
      compare(rows, nameOf(format), FLOOR + on);
    }
  }
  if (!peers) return [...rows.values()];
  progress("formats: full parsers");
  for (const [format, parser, rates] of await parserRates(few)) {
    add(`${parser}, ${format}`, rates);
    compare(rows, `ours, ${format}`, `${parser}, ${format}`);
  }
  const { libraries } = await options.candidates();
  if (!libraries) return [...rows.values()];
  const parsers = moduleOf("./parser_rates.ts");
  const theirs = await measureOnNode(parsers, parserRates, few, libraries);
  for (const [format, parser, rates] of theirs ?? []) {
    add(`${parser}, ${format}, node`, rates);
    compare(rows, `ours, ${format}, node`, `${parser}, ${format}, node`);
  }
  return [...rows.values()];
}
