/**
 * Measures this project beside its floors and its peers:
 *
 *     deno task bench [--quick] [--peers] [--section <name>]… [--json <file>]
 *
 * `--quick` measures everything once and little, to prove that it runs; it
 * leaves the peers out unless `--peers` is given. `--corpus <dir>` measures
 * retrieval on a copy of that directory instead of a made manual.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { answer } from "./bench/answer.ts";
import { decoder } from "./bench/decoder.ts";
import { manuals } from "./bench/manuals.ts";
import { memory } from "./bench/memory.ts";
import { makeReport, toTable } from "./bench/report.ts";
import type { Row, Section } from "./bench/row.ts";
import { startup } from "./bench/startup.ts";
import { throughput } from "./bench/throughput.ts";

const SECTIONS: Readonly<Record<string, Section>> = {
  startup,
  memory,
  throughput,
  decoder,
  answer,
  manuals,
};

const { values: flags } = parseArgs({
  args: Deno.args,
  options: {
    quick: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    section: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
    corpus: { type: "string" },
  },
});

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
}

const unknown = flags.section.find((name) => !Object.hasOwn(SECTIONS, name));
if (unknown !== undefined) {
  const known = Object.keys(SECTIONS).join(", ");
  print(`Unknown section ${unknown}; there are ${known}`);
  Deno.exit(2);
}

const options = {
  quick: flags.quick,
  peers: flags.peers || !flags.quick,
  ...flags.corpus !== undefined && { corpus: flags.corpus },
  progress(line: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(`… ${line}\n`));
  },
};
const results: Record<string, Row[]> = {};
for (const [name, run] of Object.entries(SECTIONS)) {
  if (flags.section.length > 0 && !flags.section.includes(name)) continue;
  const rows = await run(options);
  results[name] = rows;
  print(`\n${name}\n${toTable(rows, !flags.quick)}`);
}
const report = await makeReport(results, flags.quick);
const { machine, versions } = report;
print(
  `\n${report.date}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.os} ${machine.arch}`,
);
print(Object.entries(versions).map((pair) => pair.join(" ")).join(", "));
if (flags.json !== undefined) {
  await Deno.writeTextFile(flags.json, JSON.stringify(report, null, 2) + "\n");
}
