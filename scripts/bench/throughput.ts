import { type Candidate, everyone } from "./candidate.ts";
import { Client, request } from "./client.ts";
import { compare, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave } from "./samples.ts";

const ROUNDS = 7;
const REQUESTS = 2000;

/** Measures `tools/list` a second, when all requests are sent at once. */
export async function throughput(options: BenchOptions): Promise<Row[]> {
  const all = await options.candidates();
  const subjects = everyone(all);
  options.progress(`throughput: ${subjects.length} servers`);
  const sizes = new Map<string, number>();
  const count = options.quick ? 200 : REQUESTS;
  const rounds = options.quick ? 1 : ROUNDS;
  const samples = await interleave(subjects, rounds, async (candidate) => {
    const { rate, bytes } = await pipelined(candidate, count);
    sizes.set(candidate.name, bytes);
    return rate;
  });
  const rows = toRows(samples, "/s");
  for (const [name, row] of rows) {
    rows.set(name, { ...row, note: `${sizes.get(name)} bytes an answer` });
  }
  for (const sdk of ["SDK 1.x", "SDK 2.x"]) {
    compare(rows, "ours, Deno", `${sdk}, Deno`, "≥ 3");
    compare(rows, "ours, node", `${sdk}, node`, "≥ 3");
  }
  compare(rows, "ours, node", "SDK 1.x low-level, node");
  for (const ours of ["ours, Deno", "ours, node"]) {
    compare(rows, ours, "fastmcp, node", "≥ 1");
  }
  return [...rows.values(), ...skipped(all, "/s")];
}

/** Sends all requests at once and waits for the last answer. */
async function pipelined(
  candidate: Candidate,
  count: number,
): Promise<{ rate: number; bytes: number }> {
  await using client = new Client(candidate);
  await client.initialize();
  const { bytes } = await client.ask(request(2, "tools/list"));
  const ids = Array.from({ length: count }, (_, i) => i + 3);
  const text = ids.map((id) => request(id, "tools/list")).join("");
  const start = performance.now();
  const reply = await client.ask(text, count);
  const elapsed = performance.now() - start;
  reply.check(ids, "tools");
  return { rate: count * 1000 / elapsed, bytes };
}
