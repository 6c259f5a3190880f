import { ask } from "../faults/http.ts";
import { defaultRequiredTerms } from "../../src/manuals/search/default_required.ts";
import { serveHttp } from "../../tests/kit/http_program.ts";
import type { Launch } from "../../tests/kit/launch.ts";
import type { Candidates } from "./candidate.ts";
import { madePages } from "./manuals/pages.ts";
import { makeManual, MANUAL_ID } from "./manuals/synthetic_manual.ts";
import type { BenchOptions, Row } from "./row.ts";
import { quantile, summary } from "./samples.ts";

const FILES = 10_000;
const SEARCHERS = 8;
const LISTS = 300;
/** What searches may cost others: so many times the idle time, and so much. */
const FACTOR = 5;
const GRACE_MS = 15;

/** Measures how long `tools/list` takes beside searches. */
export async function besideSearches(
  { quick, progress }: BenchOptions,
  { oursDeno, oursNode }: Candidates,
): Promise<Row[]> {
  const files = quick ? 200 : FILES;
  progress(`http: tools/list beside searches in ${files} files`);
  await using manual = await makeManual(madePages(files));
  const rows: Row[] = [];
  for (const candidate of [oursDeno, oursNode]) {
    if (!candidate) continue;
    const command = candidate.command.filter((arg) => arg !== "--stdio");
    const launch: Launch = { name: "Deno", command };
    await using server = await serveHttp(launch, {
      env: {
        MANUALS_ROOT: manual.root,
        XDG_CACHE_HOME: `${manual.root}/.cache`,
        ORMCP_SERVER_TOOLS: "answer,manual",
      },
    });
    const find = async (query: string): Promise<void> => {
      const required_terms = defaultRequiredTerms(query).slice(0, 1);
      const args = { manual_id: MANUAL_ID, query, required_terms };
      const name = "manual_find";
      const params = { name, arguments: { ...args, use_cache: false } };
      const { text } = await ask(server.url, { method: "tools/call", params });
      if (!text.includes("trace_id")) throw new Error(`No search: ${text}`);
    };
    const [first = ""] = manual.queries;
    await find(first);
    const count = quick ? 20 : LISTS;
    await list(server.url, count);
    const idle = await list(server.url, count);
    let over = false;
    const searching = Array.from({ length: SEARCHERS }, async (_, at) => {
      for (let i = at; !over; i += SEARCHERS) {
        await find(manual.queries[i % manual.queries.length] ?? first);
      }
    });
    const busy = await list(server.url, count);
    over = true;
    await Promise.all(searching);
    const allowed = FACTOR * quantile(idle, 0.5) + GRACE_MS;
    const name = `tools/list, ${candidate.name}`;
    const row = { name, unit: "ms", ...summary(idle) };
    rows.push(row, {
      name: `${name}, beside ${SEARCHERS} searches in ${files} files`,
      unit: "ms",
      ...summary(busy),
      ratio: quantile(busy, 0.5) / allowed,
      to: `${FACTOR} × idle + ${GRACE_MS} ms`,
      target: "≤ 1",
    });
  }
  return rows;
}

/** How long each of so many lists takes, one after the other. */
async function list(url: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await ask(url);
    times.push(performance.now() - start);
  }
  return times;
}
