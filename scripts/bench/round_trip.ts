import { type Candidate, everyone } from "./candidate.ts";
import { Client, request } from "./client.ts";
import { compare, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave, quantile } from "./samples.ts";

const ROUNDS = 7;
const REQUESTS = 500;

/** Measures a `ping` and its answer, one request at a time. */
export async function roundTrip(options: BenchOptions): Promise<Row[]> {
  const all = await options.candidates();
  const subjects = everyone(all);
  options.progress(`round trip: ${subjects.length} servers`);
  const count = options.quick ? 20 : REQUESTS;
  const samples = await interleave(
    subjects,
    options.quick ? 1 : ROUNDS,
    (candidate) => oneByOne(candidate, count),
  );
  const rows = toRows(samples, "µs");
  compare(rows, "ours, Deno", "bare Deno");
  compare(rows, "ours, node", "bare node");
  for (const sdk of ["SDK 1.x", "SDK 2.x"]) {
    compare(rows, `${sdk}, Deno`, "ours, Deno");
    compare(rows, `${sdk}, node`, "ours, node");
  }
  compare(rows, "fastmcp, node", "ours, node");
  return [...rows.values(), ...skipped(all, "µs")];
}

/** The median of one process's round trips. */
async function oneByOne(candidate: Candidate, count: number): Promise<number> {
  await using client = new Client(candidate);
  await client.initialize();
  await client.ask(request(2, "ping"));
  const times: number[] = [];
  for (let id = 3; id < count + 3; id++) {
    const start = performance.now();
    const reply = await client.ask(request(id, "ping"));
    times.push((performance.now() - start) * 1000);
    reply.check([id], "anything");
  }
  return quantile(times, 0.5);
}
