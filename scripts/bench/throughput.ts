import type { Candidate } from "./candidate.ts";
import { findCandidates } from "./candidate.ts";
import { Client, request } from "./client.ts";
import { compare, type Rows, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave } from "./samples.ts";

const ROUNDS = 7;
const PIPELINED = 5000;
const ONE_BY_ONE = 500;

/** Measures requests a second: `tools/list` in bulk, `ping` one at a time. */
export async function throughput(options: BenchOptions): Promise<Row[]> {
  const all = await findCandidates(options);
  const { bareDeno, oursDeno, bareNode, oursNode, peers } = all;
  const subjects = [bareDeno, oursDeno, bareNode, oursNode]
    .concat(
      peers &&
        [peers.sdk1Deno, peers.sdk1Node, peers.sdk1LowNode, peers.fastmcpNode],
    )
    .filter((candidate) => candidate !== undefined);
  options.progress(`throughput: ${subjects.length} servers`);
  const rounds = options.quick ? 1 : ROUNDS;

  const sizes = new Map<string, number>();
  const lists = await interleave(subjects, rounds, async (candidate) => {
    const count = options.quick ? 200 : PIPELINED;
    const { rate, bytes } = await pipelined(candidate, count);
    sizes.set(candidate.name, bytes);
    return rate;
  });
  const pings = await interleave(
    subjects,
    rounds,
    (candidate) => oneByOne(candidate, options.quick ? 20 : ONE_BY_ONE),
  );

  const listRows = toRows(lists, "/s");
  for (const [name, row] of listRows) {
    const note = `pipelined tools/list, ${sizes.get(name)} bytes an answer`;
    listRows.set(name, { ...row, note });
  }
  const pingRows = toRows(pings, "/s");
  for (const [name, row] of pingRows) {
    pingRows.set(name, { ...row, note: "ping, one at a time" });
  }
  for (const rows of [listRows, pingRows]) compareAll(rows);
  return [...listRows.values(), ...pingRows.values(), ...skipped(all, "/s")];
}

function compareAll(rows: Rows): void {
  compare(rows, "ours, Deno", "SDK 1.x, Deno", "≥ 3");
  compare(rows, "ours, node", "SDK 1.x, node", "≥ 3");
  for (const ours of ["ours, Deno", "ours, node"]) {
    compare(rows, ours, "SDK 1.x low-level, node");
    compare(rows, ours, "fastmcp, node", "≥ 1");
  }
}

/** Sends all requests at once and waits for the last answer. */
async function pipelined(
  candidate: Candidate,
  count: number,
): Promise<{ rate: number; bytes: number }> {
  const client = new Client(candidate);
  await client.initialize();
  const bytes = await client.ask(request(2, "tools/list"));
  let requests = "";
  for (let id = 0; id < count; id++) requests += request(id + 3, "tools/list");
  const start = performance.now();
  await client.ask(requests, count);
  const elapsed = performance.now() - start;
  await client.close();
  return { rate: count * 1000 / elapsed, bytes };
}

async function oneByOne(candidate: Candidate, count: number): Promise<number> {
  const client = new Client(candidate);
  await client.initialize();
  await client.ask(request(2, "ping"));
  const start = performance.now();
  for (let id = 0; id < count; id++) await client.ask(request(id + 3, "ping"));
  const elapsed = performance.now() - start;
  await client.close();
  return count * 1000 / elapsed;
}
