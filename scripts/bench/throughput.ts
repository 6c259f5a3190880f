import { type Candidate, ECHO, withClient } from "./candidate.ts";
import { Client, request } from "./client.ts";
import { compare, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave } from "./samples.ts";

const ROUNDS = 7;
const REQUESTS = 2000;

/** Measures `tools/list` a second, when all requests are sent at once. */
export async function throughput(options: BenchOptions): Promise<Row[]> {
  const all = await options.candidates();
  const subjects = withClient(all);
  options.progress(`throughput: ${subjects.length} servers`);
  const sizes = new Map<string, number>();
  const count = options.quick ? 200 : REQUESTS;
  const { bytes: ourBytes } = await pipelined(all.oursDeno, 1, 0);
  const rounds = options.quick ? 1 : ROUNDS;
  const samples = await interleave(subjects, rounds, async (candidate) => {
    const { rate, bytes } = await pipelined(candidate, count, ourBytes);
    sizes.set(candidate.name, bytes);
    return rate;
  });
  const rows = toRows(samples, "/s");
  for (const [name, row] of rows) {
    rows.set(name, { ...row, note: `${sizes.get(name)} bytes an answer` });
  }
  for (const on of ["Deno", "node"]) {
    const ours = `ours, ${on}`;
    for (const sdk of ["SDK 1.x", "SDK 2.x"]) {
      compare(rows, ours, `${sdk}, ${on}`, "≥ 3");
    }
    compare(rows, ours, `SDK 1.x low-level, ${on}`);
    compare(rows, ours, `fastmcp, ${on}`, "≥ 1");
    compare(rows, ECHO.name, ours);
  }
  return [...rows.values(), ...skipped(all, "/s")];
}

/**
 * Sends all requests at once and waits for the last answer. Whoever echoes gets
 * lines of the given length, so that the client has as much to read.
 */
async function pipelined(
  candidate: Candidate,
  count: number,
  echoed: number,
): Promise<{ rate: number; bytes: number }> {
  await using client = new Client(candidate);
  await client.initialize();
  const asked = (id: number): string => {
    const text = request(id, "tools/list");
    return candidate.echoes ? text.trim().padEnd(echoed - 1) + "\n" : text;
  };
  const { bytes } = await client.ask(asked(2));
  const ids = Array.from({ length: count }, (_, i) => i + 3);
  const text = ids.map(asked).join("");
  const start = performance.now();
  const reply = await client.ask(text, count);
  const elapsed = performance.now() - start;
  reply.check(ids, "tools");
  return { rate: count * 1000 / elapsed, bytes };
}
