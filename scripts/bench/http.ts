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
const REQUESTS = 4000;
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
  const requests = options.quick ? 200 : REQUESTS;
  const late = new Map<Candidate, number[]>();
  const perSecond = await interleave(subjects, rounds, async (candidate) => {
    const { rate, p99 } = await measure(candidate, requests);
    late.set(candidate, [...late.get(candidate) ?? [], p99]);
    return rate;
  });
  const rates = toRows(perSecond, "/CPU s");
  const times = toRows(late, "ms");
  for (const on of ["Deno", "node"]) {
    compare(rates, `ours, ${on}`, `SDK 2.x, ${on}`, "≥ 3");
    compare(times, `ours, ${on}`, `SDK 2.x, ${on}`, "≤ 1");
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

/** Our handler and the SDK's, with the same tools, on both runtimes. */
function servers({ oursDeno, oursNode, peers }: Candidates): Candidate[] {
  const fixture = fileURLToPath(
    new URL("./fixtures/ours_http.mjs", import.meta.url),
  );
  const sources = ["mod.ts", "src/config/mod.ts", "src/mcp/http/mod.ts"]
    .map((path) => new URL(`../../${path}`, import.meta.url).href);
  const found: Candidate[] = [{
    name: oursDeno.name,
    command: [Deno.execPath(), "run", "-A", fixture, ...sources],
  }];
  if (oursNode) {
    const build = pathToFileURL(dirname(oursNode.command[1] ?? "")).href;
    const modules = ["mod", "config", "http"].map((name) =>
      `${build}/${name}.js`
    );
    const command = ["node", fixture, ...modules];
    found.push({ name: oursNode.name, command });
  }
  if (peers) found.push(peers.sdk2HttpDeno, peers.sdk2HttpNode);
  return found;
}

async function measure(
  { command }: Candidate,
  requests: number,
): Promise<{ rate: number; p99: number }> {
  await using server = new ChildProcess({ command, env: cleanEnv() });
  await server.logged("/mcp");
  const [url = ""] = /http:\/\/\S+/.exec(server.stderr) ?? [];
  await load(url, CONNECTIONS, requests);
  const before = cpuSeconds(server.pid);
  await load(url, CONNECTIONS, requests);
  const rate = requests / (cpuSeconds(server.pid) - before);
  const { times } = await load(url, CROWD, requests);
  return { rate, p99: quantile(times, 0.99) };
}
