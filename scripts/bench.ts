/**
 * Measures this project beside its floors and its peers:
 *
 *     deno task bench [--quick] [--peers] [--section <name>]… [--json <file>]
 *     deno task bench [--section <name>]… --against <file>
 *     deno task bench --record [--section scale] [--busy]
 *     deno task bench --section scale [--files <n>]…
 *
 * `--quick` measures everything once and little, to prove that it runs; it
 * leaves the peers out unless `--peers` is given. `--against` compares with what
 * `--json` or `--record` wrote earlier, and ends with 1 when a ratio is worse by
 * more than the noise. `--record` measures all of it and writes the figures to
 * `docs/`, page and charts included; it waits up to five minutes for a quiet
 * machine and refuses a busy one, unless it is told `--busy`. `--corpus <dir>`
 * measures retrieval on a copy of that directory instead of a synthetic manual.
 * Published manuals (`scale`) are measured and recorded only when they are
 * named: that takes LanceDB from npm, and a quarter of an hour.
 *
 * @module
 */
import { dirname } from "node:path";
import type { ParseArgsConfig } from "node:util";
import { against, toLines } from "./bench/against.ts";
import { answer } from "./bench/answer.ts";
import { isBusy, Others, otherWork } from "./bench/busy.ts";
import { type Candidates, findCandidates } from "./bench/candidate.ts";
import { decoder } from "./bench/decoder.ts";
import { formats } from "./bench/formats.ts";
import { http } from "./bench/http.ts";
import { manuals } from "./bench/manuals.ts";
import { memory } from "./bench/memory.ts";
import { lookAround, type Report, toTable } from "./bench/report.ts";
import { roundTrip } from "./bench/round_trip.ts";
import type { Row, Section } from "./bench/row.ts";
import { scale } from "./bench/scale.ts";
import { scaleVersions } from "./bench/scale/processes.ts";
import { startup } from "./bench/startup.ts";
import { throughput } from "./bench/throughput.ts";
import { readRecorded, RECORDED, SCALE } from "./docs/benchmarks.ts";
import { fillDocs } from "./docs/fill_docs.ts";
import { canRun } from "../tests/kit/launch.ts";
import {
  directoryAt,
  print,
  progress,
  readArgs,
  refuse,
  wholeNumber,
} from "./command_line.ts";

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

/** How long a record waits for a quiet machine, and how often it looks. */
const WAIT_MS = 300_000;
const LOOK_MS = 20_000;

const OPTIONS = {
  quick: { type: "boolean", default: false },
  peers: { type: "boolean", default: false },
  record: { type: "boolean", default: false },
  busy: { type: "boolean", default: false },
  against: { type: "string" },
  section: { type: "string", multiple: true, default: [] },
  json: { type: "string" },
  corpus: { type: "string" },
  files: { type: "string", multiple: true, default: [] },
} as const satisfies ParseArgsConfig["options"];

const USAGE =
  `Usage: deno task bench [--quick] [--peers] [--section <name>]... [--json <file>] [--against <file>] [--record] [--busy] [--corpus <directory>] [--files <n>]...
Sections: ${Object.keys(SECTIONS).join(", ")}`;
const { values: flags } = readArgs({ options: OPTIONS }, USAGE);

const unknown = flags.section.find((name) => !Object.hasOwn(SECTIONS, name));
if (unknown !== undefined) {
  const known = Object.keys(SECTIONS).join(", ");
  refuse(`Unknown section ${unknown}; there are ${known}`, USAGE);
}
if (flags.corpus !== undefined) directoryAt(flags.corpus, USAGE);
if (flags.json !== undefined) directoryAt(dirname(flags.json), USAGE);
const ofScale = flags.section.join() === "scale" && flags.files.length === 0;
const partial = flags.quick || flags.section.length > 0 && !ofScale ||
  flags.corpus;
if (flags.record && partial) {
  refuse(
    "--record takes a whole run, or all of --section scale: no --quick, --corpus or --files",
    USAGE,
  );
}
if (flags.against !== undefined && flags.quick) {
  refuse("--against takes a real run: --quick proves nothing of speed", USAGE);
}
for (const program of flags.record ? ["node", "rg"] : []) {
  if (await canRun(program)) continue;
  refuse(`--record takes a whole run, and ${program} is not installed`, USAGE);
}

const peers = flags.peers || !flags.quick;
let found: Promise<Candidates> | undefined;
const options = {
  quick: flags.quick,
  peers,
  progress,
  ...flags.corpus !== undefined && { corpus: flags.corpus },
  files: flags.files.map((text) => wholeNumber("files", text, USAGE)),
  candidates: () => found ??= findCandidates({ peers, progress }),
};

async function run(): Promise<Record<string, Row[]>> {
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

/** The figures to compare with: better refused now than after half an hour. */
function earlier(path: string): Report {
  try {
    return readRecorded(Deno.readTextFileSync(path));
  } catch (error) {
    const problem = error instanceof Error ? error.message : `${error}`;
    return refuse(`--against ${path}: ${problem}`, USAGE);
  }
}

/** What this machine has just done counts as load for some minutes. */
async function waitForQuiet(): Promise<void> {
  for (let left = WAIT_MS; left > 0; left -= LOOK_MS) {
    const { machine } = await lookAround();
    if (!isBusy(machine)) return;
    progress(`waiting for a quiet machine: ${otherWork(machine)}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const before = flags.against === undefined ? undefined : earlier(flags.against);
if (flags.record && !flags.busy) await waitForQuiet();
const surroundings = await lookAround();
print(`This machine: ${otherWork(surroundings.machine)}`);
if (isBusy(surroundings.machine)) {
  print("THE MACHINE IS BUSY: times will be too long; ratios hold better");
  if (flags.record && !flags.busy) {
    refuse("Record when it is quiet, or all the same with --busy", USAGE);
  }
}
if (flags.record && !ofScale) {
  // Half a record after half an hour would replace a whole one.
  const { absent } = await options.candidates();
  for (const [what, why] of absent) {
    refuse(`--record takes a whole run, and ${what}: ${why}`, USAGE);
  }
}
const others = new Others();
const sections = await run();
const share = others.share();
const machine = {
  ...surroundings.machine,
  ...share !== undefined && { others: share },
};
const versions = {
  ...surroundings.versions,
  ...ofScale && await scaleVersions(),
};
const report: Report = {
  ...surroundings,
  machine,
  versions,
  quick: flags.quick,
  sections,
};
print(
  `\n${report.date}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.os} ${machine.arch}`,
);
print(`${isBusy(machine) ? "BUSY: " : ""}${otherWork(machine)}`);
print(
  Object.entries(versions).map((pair) => pair.join(" ")).join(", "),
);
const text = JSON.stringify(report, null, 2) + "\n";
if (flags.json !== undefined) await Deno.writeTextFile(flags.json, text);
if (flags.record) {
  await Deno.writeTextFile(ofScale ? SCALE : RECORDED, text);
  await fillDocs();
}
if (before) {
  const comparison = against(before.sections, sections);
  print(`\nBeside ${flags.against} of ${before.date}:`);
  for (const line of toLines(comparison)) print(line);
  if (comparison.worse.length > 0) Deno.exit(1);
}
