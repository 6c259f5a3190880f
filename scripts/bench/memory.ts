import { processStatus } from "../../tests/kit/process_status.ts";
import { type Candidate, everyone } from "./candidate.ts";
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
  const all = await options.candidates();
  const subjects = everyone(all);
  options.progress(`memory: ${subjects.length} servers`);
  const rounds = options.quick ? 1 : ROUNDS;
  const samples = await interleave(subjects, rounds, residentMemory);
  const rows = toRows(samples, "MiB");
  compare(rows, "ours, Deno", "bare Deno", "≤ 1.3");
  compare(rows, "ours, node", "bare node", "≤ 1.3");
  return [...rows.values(), ...skipped(all, "MiB")];
}

async function residentMemory(candidate: Candidate): Promise<number> {
  await using client = new Client(candidate);
  await client.initialize();
  const reply = await client.ask(request(2, "tools/list"));
  const { rss = NaN } = processStatus(client.pid) ?? {};
  reply.check([2], "tools");
  return rss;
}
