import { type Candidate, ECHO, withClient } from "./candidate.ts";
import { Client, request } from "./client.ts";
import { compare, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave, quantile } from "./samples.ts";

const ROUNDS = 7;
const REQUESTS = 500;

/** Measures a `ping` and its answer, one request at a time. */
export async function roundTrip(options: BenchOptions): Promise<Row[]> {
  const all = await options.candidates();
  const subjects = withClient(all);
  options.progress(`round trip: ${subjects.length} servers`);
  const count = options.quick ? 20 : REQUESTS;
  const samples = await interleave(
    subjects,
    options.quick ? 1 : ROUNDS,
    (candidate) => oneByOne(candidate, count),
  );
  const rows = toRows(samples, "µs");
  for (const on of ["Deno", "node"]) {
    const ours = `ours, ${on}`;
    compare(rows, ECHO.name, `bare ${on}`);
    compare(rows, ours, `bare ${on}`);
    for (const peer of ["SDK 1.x", "SDK 2.x", "SDK 1.x low-level", "fastmcp"]) {
      compare(rows, `${peer}, ${on}`, ours);
    }
  }
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
