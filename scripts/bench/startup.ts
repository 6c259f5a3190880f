import { tmpdir } from "node:os";
import { type Candidate, ECHO, withClient } from "./candidate.ts";
import { Client, INITIALIZE } from "./client.ts";
import { compare, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave } from "./samples.ts";

const ROUNDS = 30;

/** Measures from the spawn to the answer to `initialize`. */
export async function startup(options: BenchOptions): Promise<Row[]> {
  const all = await options.candidates();
  const withManuals = [all.oursDeno, all.oursNode].flatMap((ours) =>
    ours ? [rooted(ours)] : []
  );
  const subjects = [...withClient(all), all.streamsDeno, ...withManuals];
  options.progress(`start-up: ${subjects.length} servers`);
  const rounds = options.quick ? 1 : ROUNDS;
  const samples = await interleave(subjects, rounds, coldStart);
  const rows = toRows(samples, "ms");
  compare(rows, ECHO.name, "bare Deno");
  compare(rows, all.streamsDeno.name, "bare Deno");
  for (const on of ["Deno", "node"]) {
    const ours = `ours, ${on}`;
    const isDeno = on === "Deno";
    compare(rows, ours, `bare ${on}`, isDeno ? "≤ 2" : "≤ 1.3");
    compare(rows, `${ours}, MANUALS_ROOT set`, ours);
    for (const sdk of ["SDK 1.x", "SDK 2.x"]) {
      compare(rows, `${sdk}, ${on}`, ours, isDeno ? "≥ 4" : undefined);
    }
    compare(rows, `SDK 1.x low-level, ${on}`, ours);
    compare(rows, `fastmcp, ${on}`, ours);
  }
  return [...rows.values(), ...skipped(all, "ms")];
}

function rooted(candidate: Candidate): Candidate {
  const name = `${candidate.name}, MANUALS_ROOT set`;
  return { ...candidate, name, env: { MANUALS_ROOT: tmpdir() } };
}

async function coldStart(candidate: Candidate): Promise<number> {
  const start = performance.now();
  await using client = new Client(candidate);
  const reply = await client.ask(INITIALIZE);
  const elapsed = performance.now() - start;
  reply.check([1], "a session");
  return elapsed;
}
