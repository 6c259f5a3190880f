import type { Candidate } from "./candidate.ts";
import { findCandidates } from "./candidate.ts";
import { Client, request } from "./client.ts";
import { compare, skipped, toRows } from "./compare.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave } from "./samples.ts";

const ROUNDS = 9;

/** Measures the resident memory after the first `tools/list`, without a key. */
export async function memory(options: BenchOptions): Promise<Row[]> {
  if (Deno.build.os !== "linux") {
    const note = "skipped: needs /proc, which only Linux has";
    return [{ name: "memory", value: NaN, unit: "MiB", note }];
  }
  const all = await findCandidates(options);
  const { bareDeno, oursDeno, bareNode, oursNode, peers } = all;
  const subjects = [bareDeno, oursDeno, bareNode, oursNode]
    .concat(peers && [peers.sdk1Deno, peers.sdk1Node, peers.fastmcpNode])
    .filter((candidate) => candidate !== undefined);
  options.progress(`memory: ${subjects.length} servers`);
  const rounds = options.quick ? 1 : ROUNDS;
  const samples = await interleave(subjects, rounds, residentMemory);
  const rows = toRows(samples, "MiB");
  compare(rows, "ours, Deno", "bare Deno", "≤ 1.3");
  compare(rows, "ours, node", "bare node", "≤ 1.3");
  return [...rows.values(), ...skipped(all, "MiB")];
}

async function residentMemory(candidate: Candidate): Promise<number> {
  const client = new Client(candidate);
  await client.initialize();
  await client.ask(request(2, "tools/list"));
  const status = await Deno.readTextFile(`/proc/${client.pid}/status`);
  await client.close();
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kib) / 1024;
}
