import { type McpClient, PATIENCE_MS } from "../../tests/kit/mcp_client.ts";
import { envWithHome, type Launch } from "../../tests/kit/launch.ts";
import {
  expectPage,
  makeManual,
  openManual,
  REFRESH_MS,
  writePage,
} from "../faults/manual.ts";
import {
  openFiles,
  type ProcessStatus,
  processStatus,
} from "../../tests/kit/process_status.ts";
import { pause, until, within } from "../../tests/kit/within.ts";
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { BACKGROUND_ENV, LongAnswers } from "./long_answers.ts";
import { measureMemory } from "./memory.ts";
import {
  hasEdition,
  LONG_ANSWER,
  makeOtherManuals,
  openOthers,
  PAGES,
  runLoad,
  writeEdition,
} from "./load.ts";
import type { Served, Way } from "./served.ts";
import { countInTurn } from "./turn.ts";
import { growth, type Sample, table, trends, windowsFor } from "./window.ts";

const CALLERS = 64;
const KEY = "sk-soak-0123456789abcdef";
/** What it takes until caches are full and code is compiled. */
const WARM_UP_TURNS = 10 * CALLERS;
const WINDOW_TURNS = 4 * CALLERS;
/**
 * The heap is measured after a collection and hardly varies; resident memory is
 * given back when V8 likes to, and tells only of what is far from it. Sockets
 * are kept open for the next question, with a buffer each, as many as there were
 * questions at once; what is leaked is one for each call, or some.
 */
const LIMITS = [
  { value: "buffers MiB", ratio: 1, slack: 32 },
  { value: "RSS MiB", ratio: 1.5, slack: 40 },
  { value: "handles", ratio: 1, slack: CALLERS },
  // Runtimes keep threads for files, as many as were needed at once, for seconds.
  { value: "threads", ratio: 1, slack: 32 },
] as const;
/** What may stay open when the API has closed all connections. */
const HANDLE_SLACK = 4;

/** Loads the real program and says what has not come back to where it was. */
export async function soakProgram(
  launch: Launch,
  { name, heapSwing, filesSwing, start }: Way,
  seconds: number,
  print: (text: string) => void,
): Promise<string[]> {
  const limits = [
    { value: "heap MiB", ratio: 1.02, slack: heapSwing },
    { value: "files", ratio: 1, slack: filesSwing },
    ...LIMITS,
  ];
  const dir = await Deno.makeTempDir({ prefix: "soak-" });
  const memoryFile = `${dir}/memory.json`;
  const api = startFakeOpenAI();
  const root = await makeManual(dir, PAGES);
  await makeOtherManuals(root);
  const env = envWithHome(dir, {
    ...BACKGROUND_ENV,
    SOAK_MEMORY: memoryFile,
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: api.baseUrl,
    // A call that meets a stalled stream holds up the end of its window.
    OPENAI_API_TIMEOUT: "2000",
    OPENAI_MAX_RETRIES: "1",
    // Few, so that they are full when the warm-up ends.
    TRACE_MAX_KEEP: String(2 * CALLERS),
    TRACE_TTL_SEC: "20",
    SEM_CACHE_MAX_KEEP: "10",
  });
  const server = await start({ launch, env, root, dir });
  api.always({ script: LONG_ANSWER });
  try {
    for (const peer of server.peers) await openManual(peer);
    await expectPage(peerOf(server), 1);
    await openOthers(peerOf(server));
    const before = handlesOf(server);
    const inTurn = countInTurn();
    const load = { peers: server.peers, api, root, callers: CALLERS, inTurn };
    const windows = windowsFor(seconds);
    const share = seconds / (windows + 1);
    const samples: Sample[] = [];
    const long = new LongAnswers();
    for (let i = 0; i <= windows; i++) {
      const done = await runLoad(
        { ...load, seed: i + 1 },
        { seconds: share, turns: i === 0 ? WARM_UP_TURNS : WINDOW_TURNS },
      );
      await settle(server, root);
      for (const peer of server.peers) peer.forget();
      long.count(api.requests);
      api.clear();
      const values = await measure(server, memoryFile);
      samples.push({ name: i === 0 ? "warm-up" : String(i), ...done, values });
    }
    print(`${launch.name} ${name}, ${CALLERS} callers\n${table(samples)}`);
    print(`${trends(samples.slice(1), limits)}\n${long}`);
    const problems = [...growth(samples.slice(1), limits), ...long.missing];
    await api[Symbol.asyncDispose]();
    await until(
      PATIENCE_MS,
      `${before} handles again`,
      () => handlesOf(server) <= before + HANDLE_SLACK,
    ).catch((error: Error) => problems.push(error.message));
    const after = handlesOf(server);
    print(`handles: ${before} before, ${after} when the API had gone`);
    problems.push(...await endOf(server));
    return problems.map((problem) => `${launch.name} ${name}: ${problem}`);
  } catch (error) {
    const said = server.complaints() || "nothing";
    throw new Error(`The load broke off; the server said ${said}`, {
      cause: error,
    });
  } finally {
    await server.dispose();
    await api[Symbol.asyncDispose]();
    await Deno.remove(dir, { recursive: true });
  }
}

function peerOf({ peers: [first] }: Served): McpClient {
  if (!first) throw new Error("Nobody asks");
  return first;
}

function statusOf({ pid }: Served): ProcessStatus {
  const status = processStatus(pid);
  if (!status) throw new Error("The server is gone");
  return status;
}

/** Its pipes and sockets; of files, some indexes are open. */
function handlesOf(server: Served): number {
  return statusOf(server).handles - openFiles(server.pid);
}

/**
 * Changes a file, so that what was remembered of the manual is forgotten; what
 * is published must be known soon, the editions before it be forgotten.
 */
async function settle(server: Served, root: string): Promise<void> {
  await writePage(root, 0);
  if (server.publish) {
    const edition = await writeEdition(root);
    await server.publish();
    await until(
      PATIENCE_MS,
      "the new edition",
      () => hasEdition(peerOf(server), edition),
    );
  }
  await pause(REFRESH_MS);
  await expectPage(peerOf(server), 0);
}

/** Measures a server that has nothing to do. */
async function measure(
  server: Served,
  memoryFile: string,
): Promise<Record<string, number>> {
  // What was cancelled last may still be on its way out.
  await pause(500);
  for (const { waiting } of server.peers) {
    if (waiting > 0) throw new Error(`${waiting} unanswered`);
  }
  const { heap, buffers } = await measureMemory(server, memoryFile);
  const { rss, threads } = statusOf(server);
  return {
    "heap MiB": heap,
    "buffers MiB": buffers,
    "RSS MiB": rss,
    handles: handlesOf(server),
    files: openFiles(server.pid),
    threads,
  };
}

/** Bids the server end: it must do so by itself, and have said nothing. */
async function endOf(server: Served): Promise<string[]> {
  await server.end();
  const { code } = await within(PATIENCE_MS, "the end", server.exited);
  await server.dispose();
  const problems = server.peers.flatMap(({ violations }) => violations);
  if (code !== 0) problems.push(`Exit code ${code}`);
  const said = server.complaints();
  if (said !== "") problems.push(`On stderr: ${said}`);
  return problems;
}
