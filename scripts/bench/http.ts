import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ChildProcess } from "../../tests/kit/child_process.ts";
import { cleanEnv } from "../../tests/kit/launch.ts";
import { cpuSeconds } from "../../tests/kit/process_status.ts";
import type { Candidate, Candidates } from "./candidate.ts";
import { compare, skipped, toRows } from "./compare.ts";
import { load } from "./http_load.ts";
import { besideSearches } from "./http_searches.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave, quantile } from "./samples.ts";

const ROUNDS = 5;
const REQUESTS = 2000;
/** Processor time is counted in hundredths of a second. */
const SECONDS = 0.3;
const CONNECTIONS = 32;
const CROWD = 256;

/** Measures `tools/call` over HTTP beside the official SDK. */
export async function http(options: BenchOptions): Promise<Row[]> {
  if (Deno.build.os !== "linux") {
    const note = "skipped: needs /proc, which only Linux has";
    return [{ name: "http", value: NaN, unit: "/s", note }];
  }
  const all = await options.candidates();
  const subjects = servers(all);
  options.progress(`http: ${subjects.length} servers`);
  const rounds = options.quick ? 1 : ROUNDS;
  const much = options.quick
    ? { requests: 200, seconds: 0.01 }
    : { requests: REQUESTS, seconds: SECONDS };
  const late = new Map<Candidate, number[]>(subjects.map((one) => [one, []]));
  const perSecond = await interleave(subjects, rounds, async (candidate) => {
    const { rate, p99 } = await measure(candidate, much);
    late.get(candidate)?.push(p99);
    return rate;
  });
  const rates = toRows(perSecond, "/CPU s");
  const times = toRows(late, "ms");
  for (const on of ["Deno", "node"]) {
    compare(rates, `ours, ${on}`, `SDK 2.x, ${on}`, "≥ 3");
    compare(times, `ours, ${on}`, `SDK 2.x, ${on}`, "≤ 1");
    compare(rates, `ours, ${on}`, `bare ${on}`);
    compare(times, `ours, ${on}`, `bare ${on}`);
  }
  const slowest = [...times.values()].map((row) => ({
    ...row,
    name: `${row.name}: p99 at ${CROWD} connections`,
    ...row.to && { to: `${row.to}: p99 at ${CROWD} connections` },
  }));
  return [
    ...rates.values(),
    ...slowest,
    ...await besideSearches(options, all),
    ...skipped(all, "/CPU s"),
  ];
}

/** The floor, our handler and the SDK's with the same tools, on both runtimes. */
function servers(
  { bareHttpDeno, bareHttpNode, oursDeno, oursNode, peers }: Candidates,
): Candidate[] {
  const fixture = fileURLToPath(
    new URL("./fixtures/ours_http.mjs", import.meta.url),
  );
  const sources = ["mod.ts", "src/config/mod.ts", "src/mcp/http/mod.ts"]
    .map((path) => new URL(`../../${path}`, import.meta.url).href);
  const found: Candidate[] = [bareHttpDeno, {
    name: oursDeno.name,
    command: [Deno.execPath(), "run", "-A", fixture, ...sources],
  }];
  if (bareHttpNode && oursNode) {
    const build = pathToFileURL(dirname(oursNode.command[1] ?? "")).href;
    const modules = ["mod", "config", "http"].map((name) =>
      `${build}/${name}.js`
    );
    const command = ["node", fixture, ...modules];
    found.push(bareHttpNode, { name: oursNode.name, command });
  }
  if (peers) found.push(peers.sdk2HttpDeno, peers.sdk2HttpNode);
  return found;
}

async function measure(
  { command }: Candidate,
  { requests, seconds }: {
    readonly requests: number;
    /** Load goes on until so much processor time is spent. */
    readonly seconds: number;
  },
): Promise<{ rate: number; p99: number }> {
  await using server = new ChildProcess({ command, env: cleanEnv() });
  await server.logged("/mcp");
  const [url = ""] = /http:\/\/\S+/.exec(server.stderr) ?? [];
  await load(url, CONNECTIONS, requests);
  const before = cpuSeconds(server.pid);
  let [served, spent] = [0, 0];
  while (spent < seconds) {
    await load(url, CONNECTIONS, requests);
    served += requests;
    spent = cpuSeconds(server.pid) - before;
  }
  const rate = served / spent;
  const { times } = await load(url, CROWD, requests);
  return { rate, p99: quantile(times, 0.99) };
}
