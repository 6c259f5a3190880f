import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ChildProcess } from "../../tests/kit/child_process.ts";
import { cleanEnv } from "../../tests/kit/launch.ts";
import { cpuSeconds } from "../../tests/kit/process_status.ts";
import type { Candidate, Candidates } from "./candidate.ts";
import { compare, skipped, toRows } from "./compare.ts";
import { load, LONG_QUERY } from "./http_load.ts";
import { besideSearches } from "./http_searches.ts";
import type { BenchOptions, Row, Target } from "./row.ts";
import { interleave, quantile } from "./samples.ts";

const ROUNDS = 5;
/** So many that code is compiled: half as many cost Node half as much again. */
const REQUESTS = 4000;
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
  const seen = new Map<Candidate, Figures[]>(subjects.map((one) => [one, []]));
  await interleave(subjects, rounds, async (candidate) => {
    const figures = await measure(candidate, much);
    seen.get(candidate)?.push(figures);
    return figures.rate;
  });
  /** The rows of one figure; the first round only warms up. */
  const rowsOf = (
    what: string,
    unit: string,
    figure: keyof Figures,
    target?: Target,
  ): Row[] => {
    const samples = [...seen].map(([candidate, all]) =>
      [candidate, all.slice(1).map((one) => one[figure])] as const
    );
    const rows = toRows(new Map(samples), unit);
    for (const on of ["Deno", "node"]) {
      compare(rows, `ours, ${on}`, `SDK 2.x, ${on}`, target);
      compare(rows, `ours, ${on}`, `bare ${on}`);
    }
    return [...rows.values()].map(({ name, to, ...row }) => ({
      ...row,
      name: name + what,
      ...to && { to: to + what },
    }));
  };
  return [
    ...rowsOf("", "/CPU s", "rate", "≥ 3"),
    ...rowsOf(", 64 KiB calls", "/CPU s", "longRate"),
    ...rowsOf(`: p99 at ${CROWD} connections`, "ms", "p99", "≤ 1"),
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

/** What one run of a server came to. */
interface Figures {
  /** Calls per second of its processor time. */
  readonly rate: number;
  /** The same with a long text in the call and in the answer. */
  readonly longRate: number;
  readonly p99: number;
}

/** How much load there is. */
interface Much {
  readonly requests: number;
  /** Load goes on until so much processor time is spent. */
  readonly seconds: number;
}

async function measure({ command }: Candidate, much: Much): Promise<Figures> {
  await using server = new ChildProcess({ command, env: cleanEnv() });
  await server.logged("/mcp");
  const [url = ""] = /http:\/\/\S+/.exec(server.stderr) ?? [];
  const { requests } = much;
  await load(url, CONNECTIONS, requests);
  const rate = await rateOf(server, url, much);
  const { times } = await load(url, CROWD, requests);
  const few = { ...much, requests: requests / 20 };
  await load(url, CONNECTIONS, few.requests, LONG_QUERY);
  const longRate = await rateOf(server, url, few, LONG_QUERY);
  return { rate, longRate, p99: quantile(times, 0.99) };
}

async function rateOf(
  { pid }: ChildProcess,
  url: string,
  { requests, seconds }: Much,
  query?: string,
): Promise<number> {
  const before = cpuSeconds(pid);
  let [served, spent] = [0, 0];
  while (spent < seconds) {
    await load(url, CONNECTIONS, requests, query);
    served += requests;
    spent = cpuSeconds(pid) - before;
  }
  return served / spent;
}
