/**
 * Measures this project beside its floors and its peers:
 *
 *     deno task bench [--quick] [--peers] [--section <name>]… [--json <file>]
 *     deno task bench --record
 *     deno task bench --section scale [--files <n>]…
 *
 * `--quick` measures everything once and little, to prove that it runs; it
 * leaves the peers out unless `--peers` is given. `--record` measures all of it
 * and writes the figures to `docs/`, page and charts included. `--corpus <dir>`
 * measures retrieval on a copy of that directory instead of a synthetic manual.
 * Published manuals (`scale`) are measured only when they are named: that takes
 * LanceDB from npm, and a quarter of an hour.
 *
 * @module
 */
import type { ParseArgsConfig } from "node:util";
import { answer } from "./bench/answer.ts";
import { type Candidates, findCandidates } from "./bench/candidate.ts";
import { decoder } from "./bench/decoder.ts";
import { formats } from "./bench/formats.ts";
import { http } from "./bench/http.ts";
import { manuals } from "./bench/manuals.ts";
import { memory } from "./bench/memory.ts";
import { lookAround, makeReport, toTable } from "./bench/report.ts";
import { roundTrip } from "./bench/round_trip.ts";
import type { Row, Section } from "./bench/row.ts";
import { scale } from "./bench/scale.ts";
import { startup } from "./bench/startup.ts";
import { throughput } from "./bench/throughput.ts";
import { RECORDED } from "./docs/benchmarks.ts";
import { fillDocs } from "./docs/fill_docs.ts";
import { canRun } from "../tests/kit/launch.ts";
import { print, readArgs, refuse } from "./command_line.ts";

const SECTIONS: Readonly<Record<string, Section>> = {
  startup,
  memory,
  throughput,
  round_trip: roundTrip,
  decoder,
  answer,
  formats,
  manuals,
  http,
  scale,
};
const ONLY_NAMED = new Set(["scale"]);

const OPTIONS = {
  quick: { type: "boolean", default: false },
  peers: { type: "boolean", default: false },
  record: { type: "boolean", default: false },
  section: { type: "string", multiple: true, default: [] },
  json: { type: "string" },
  corpus: { type: "string" },
  files: { type: "string", multiple: true, default: [] },
} as const satisfies ParseArgsConfig["options"];

function progress(line: string): void {
  const seconds = Math.round(performance.now() / 1000);
  const text = `… ${line} (after ${seconds} s)\n`;
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}

const USAGE = `The options are ${
  Object.keys(OPTIONS).map((name) => `--${name}`).join(", ")
}`;
const { values: flags } = readArgs({ options: OPTIONS }, USAGE);

const unknown = flags.section.find((name) => !Object.hasOwn(SECTIONS, name));
if (unknown !== undefined) {
  const known = Object.keys(SECTIONS).join(", ");
  refuse(`Unknown section ${unknown}; there are ${known}`, USAGE);
}
const partial = flags.quick || flags.section.length > 0 || flags.corpus;
if (flags.record && partial) {
  refuse(
    "--record takes a whole run: no --quick, --section or --corpus",
    USAGE,
  );
}

for (const program of flags.record ? ["node", "rg"] : []) {
  if (await canRun(program)) continue;
  refuse(`--record takes a whole run, and ${program} is not installed`, USAGE);
}

async function run(): Promise<Record<string, Row[]>> {
  const peers = flags.peers || !flags.quick;
  let found: Promise<Candidates> | undefined;
  const options = {
    quick: flags.quick,
    peers,
    progress,
    ...flags.corpus !== undefined && { corpus: flags.corpus },
    files: flags.files.map(Number),
    candidates: () => found ??= findCandidates({ peers, progress }),
  };
  const results: Record<string, Row[]> = {};
  for (const [name, section] of Object.entries(SECTIONS)) {
    const isNamed = flags.section.includes(name);
    const isWanted = flags.section.length === 0 && !ONLY_NAMED.has(name);
    if (!isNamed && !isWanted) continue;
    const rows = await section(options);
    results[name] = rows;
    print(`\n${name}\n${toTable(rows, !flags.quick)}`);
  }
  return results;
}

const before = await lookAround();
const sections = await run();
const report = makeReport(before, sections, flags.quick);
const { machine, versions } = report;
print(
  `\n${report.date}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.os} ${machine.arch}`,
);
print(Object.entries(versions).map((pair) => pair.join(" ")).join(", "));
const text = JSON.stringify(report, null, 2) + "\n";
if (flags.json !== undefined) await Deno.writeTextFile(flags.json, text);
if (flags.record) {
  await Deno.writeTextFile(RECORDED, text);
  await fillDocs();
}
