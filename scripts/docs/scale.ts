/**
 * The costs of published manuals: a table of the last recorded run of
 * `--section scale`, `docs/scale.json`.
 *
 * @module
 */
import type { Report } from "../bench/report.ts";
import type { Row } from "../bench/row.ts";
import {
  ENGINES,
  type Figure,
  FIGURES,
  rowName,
} from "../bench/scale/names.ts";
import { surroundings, targets } from "./benchmarks.ts";
import { SCALE_PART } from "./benchmark_parts.ts";
import { amount } from "./chart.ts";
import { table } from "./table.ts";

/** What a line of the table shows, in which unit, and of which figures. */
type Line = readonly [
  text: string,
  divisor: number,
  figures: readonly Figure[],
];

const LINES: readonly Line[] = [
  [`${FIGURES.build}, s`, 1000, ["build"]],
  [`${FIGURES.buildMemory}, MB`, 1, ["buildMemory"]],
  [`${FIGURES.first}, s`, 1000, ["first"]],
  [`${FIGURES.find}, ms`, 1, ["find"]],
  [`${FIGURES.findMemory}, MB`, 1, ["findMemory"]],
  ["finds a second, one / two replicas", 1, ["one", "two"]],
];

/** The page's generated part. */
export function scalePage(report: Report): string {
  const rows = report.sections.scale ?? [];
  return [
    surroundings(report),
    targets(report, [SCALE_PART]),
    ...["", ", node"].flatMap((on) => engines(rows, on)),
  ].join("\n\n");
}

function engines(rows: readonly Row[], on: string): string[] {
  const lines = sizesIn(rows).flatMap((files) =>
    LINES.flatMap(([text, divisor, figures]) => {
      const cells = ENGINES.map((engine) =>
        figures.flatMap((figure) => {
          const name = rowName(FIGURES[figure], engine, files, on);
          const row = rows.find((row) => row.name === name);
          return row ? [amount(row.value / divisor)] : [];
        }).join(" / ")
      );
      const isEmpty = cells.every((cell) => cell === "");
      return isEmpty ? [] : [[files.toLocaleString("en"), text, ...cells]];
    })
  );
  if (lines.length === 0) return [];
  const head = ["Files", on === "" ? "On Deno" : "On Node", ...ENGINES];
  return [table(head, lines)];
}

/** The sizes that were measured, as their rows' names tell. */
function sizesIn(rows: readonly Row[]): number[] {
  const sizes = rows.flatMap(({ name }) => {
    const [, files] = /, ([\d,]+) files/.exec(name) ?? [];
    return files === undefined ? [] : [Number(files.replaceAll(",", ""))];
  });
  return [...new Set(sizes)];
}
