import { tmpdir } from "node:os";
import { type Candidate, everyone } from "./candidate.ts";
import { Client, INITIALIZE } from "./client.ts";
import { compare, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave } from "./samples.ts";

const ROUNDS = 30;

/** Measures from the spawn to the answer to `initialize`. */
export async function startup(options: BenchOptions): Promise<Row[]> {
  const all = await options.candidates();
  const withManuals = {
    ...all.oursDeno,
    name: "ours, Deno, MANUALS_ROOT set",
    env: { MANUALS_ROOT: tmpdir() },
  };
  const subjects = [...everyone(all), withManuals];
  options.progress(`start-up: ${subjects.length} servers`);
  const rounds = options.quick ? 1 : ROUNDS;
  const samples = await interleave(subjects, rounds, coldStart);
  const rows = toRows(samples, "ms");
  const ours = "ours, Deno";
  compare(rows, ours, "bare Deno", "≤ 2");
  compare(rows, withManuals.name, ours);
  compare(rows, "ours, node", "bare node", "≤ 1.3");
  for (const peer of ["SDK 1.x, Deno", "SDK 2.x, Deno"]) {
    compare(rows, peer, ours, "≥ 4");
  }
  for (const peer of ["SDK 1.x, node", "SDK 2.x, node", "fastmcp, node"]) {
    compare(rows, peer, "ours, node");
  }
  return [...rows.values(), ...skipped(all, "ms")];
}

async function coldStart(candidate: Candidate): Promise<number> {
  const start = performance.now();
  await using client = new Client(candidate);
  const reply = await client.ask(INITIALIZE);
  const elapsed = performance.now() - start;
  reply.check([1], "a session");
  return elapsed;
}
