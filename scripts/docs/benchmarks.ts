/**
 * The page of benchmarks: everything in it comes from the figures of the last
 * recorded run, `docs/benchmarks.json`.
 *
 * @module
 */
import { isBusy, otherWork } from "../bench/busy.ts";
import type { Report } from "../bench/report.ts";
import { isOurs, meets, type Row } from "../bench/row.ts";
import { type Part, PARTS } from "./benchmark_parts.ts";
import { amount, type Bar, type BarKind, renderChart } from "./chart.ts";
import { felt } from "./felt.ts";
import { table } from "./table.ts";

/** Where `deno task bench --record` puts its figures. */
export const RECORDED = new URL("../../docs/benchmarks.json", import.meta.url);

/** The same of `--section scale`, which is recorded by itself. */
export const SCALE = new URL("../../docs/scale.json", import.meta.url);

/** The least that there can be, and what is beside it to explain it. */
export const FLOORS =
  /^(the client|bare |JSON\.parse|TextDecoder|lines alone|openai SDK|directory walk)/;

/** The recorded figures; what could not be measured has no number. */
export function readRecorded(text: string): Report {
  const report: Report = JSON.parse(
    text,
    (key, value) => key === "value" && value === null ? NaN : value,
  );
  if (!Array.isArray(Object.values(report.sections ?? {})[0])) {
    throw new TypeError("No figures of a run");
  }
  if (report.quick) throw new TypeError("A quick run proves nothing of speed");
  return report;
}

/** The charts of a report by the name of their file. */
export function benchmarkCharts(report: Report): Map<string, string> {
  const charts = new Map<string, string>();
  for (const { key, charts: specs } of PARTS) {
    for (const { file, title, note, rows, label } of specs) {
      const figures = distinct(report.sections[key] ?? [])
        .filter(({ name, value }) => rows.test(name) && value > 0);
      if (figures.length === 0) continue;
      const unit = figures[0]?.unit ?? "";
      const bars = figures.map(({ name, value, quartiles }): Bar => ({
        name: label?.(name) ?? name,
        value,
        quartiles,
        kind: kindOf(name),
      }));
      charts.set(`${file}.svg`, renderChart({ title, note, unit, bars }));
    }
  }
  return charts;
}

function kindOf(name: string): BarKind {
  return isOurs(name) ? "ours" : FLOORS.test(name) ? "floor" : "peer";
}

/** The page's generated half. */
export function benchmarkPage(report: Report): string {
  const charts = benchmarkCharts(report);
  return [
    surroundings(report),
    "## Targets",
    targets(report, PARTS),
    ...PARTS.filter(({ key }) => report.sections[key])
      .map((part) => section(part, report.sections[part.key] ?? [], charts)),
    "## Versions",
    table(["Package", "Version"], Object.entries(report.versions)),
  ].join("\n\n");
}

/** When, where and beside what a run was made. */
export function surroundings({ date, machine, versions }: Report): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" })
    .format(new Date(date));
  const { os, arch, cpu, cores, memory_gib } = machine;
  const busy = isBusy(machine)
    ? `. **The machine was busy with other work**
(${otherWork(machine)}): times are too long, ratios hold better.`
    : `, with ${otherWork(machine)}.`;
  const version = versions["openai-responses-mcp"];
  return `Recorded on ${day} (Asia/Tokyo) with version ${version} on ${os} ${arch},
${cores} cores (${cpu}), ${memory_gib} GiB of memory, Deno ${versions.deno},
Node ${versions.node}${busy}`;
}

/** How many targets of some parts are met, and what users feel of the others. */
export function targets(
  { sections }: Report,
  parts: readonly Part[],
): string {
  const judged = parts.flatMap(({ key, title }) =>
    (sections[key] ?? []).flatMap((row) => {
      const met = meets(row);
      return met === undefined ? [] : [{ title, row, met }];
    })
  );
  const missed = judged.filter(({ met }) => !met);
  const count = `${judged.length - missed.length} of ${judged.length} targets
are met${missed.length === 0 ? "." : "; these are not:"}`;
  if (missed.length === 0) return count;
  const rows = missed.map((
    { title, row },
  ) => [
    title,
    row.name,
    `${row.ratio?.toFixed(2)} × ${row.to}`,
    row.target ?? "",
    felt(row),
  ]);
  const head = ["Section", "What", "Ratio", "Target", "What users feel"];
  return `${count}\n\n${table(head, rows)}\n
What takes less than a tenth of a second is called “at once”.`;
}

function section(
  { title, says, charts }: Part,
  rows: readonly Row[],
  drawn: ReadonlyMap<string, string>,
): string {
  const pictures = charts.filter(({ file }) => drawn.has(`${file}.svg`))
    .map(({ file, title }) => `![${title}](pictures/${file}.svg)`);
  const lines = distinct(rows).map(({ name, value, unit, quartiles, note }) => [
    name,
    Number.isNaN(value) ? "–" : `${amount(value)} ${unit}`,
    quartiles ? `${amount(quartiles[0])}–${amount(quartiles[1])}` : "",
    rows.filter((row) => row.name === name).flatMap(ratio).join("<br>"),
    note ?? "",
  ]);
  const head = ["What", "Median", "Quartiles", "Ratio", "Note"];
  return [`## ${title}`, says, ...pictures, table(head, lines)].join("\n\n");
}

/** A row that is compared with several others stands there several times. */
function distinct(rows: readonly Row[]): Row[] {
  const first = (row: Row): number =>
    rows.findIndex(({ name }) => name === row.name);
  return rows.filter((row, i) => first(row) === i);
}

function ratio(row: Row): string[] {
  if (row.ratio === undefined) return [];
  const text = `${row.ratio.toFixed(2)} × ${row.to}`;
  const met = meets(row);
  if (met === undefined) return [text];
  return [`${text}; ${row.target}: ${met ? "met" : "**missed**"}`];
}
