import { PATIENCE_MS } from "../../tests/kit/mcp_client.ts";
import { envWithHome, type Launch } from "../../tests/kit/launch.ts";
import {
  expectPage,
  makeManual,
  manualEnv,
  openManual,
  REFRESH_MS,
  writePage,
} from "../faults/manual.ts";
import { Program } from "../../tests/kit/program.ts";
import { pause, until, within } from "../../tests/kit/within.ts";
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { measurable, measureMemory } from "./memory.ts";
import { LONG_ANSWER, makeSmallManuals, PAGES, runLoad } from "./load.ts";
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
  { value: "heap MiB", ratio: 1.02, slack: 0.5 },
  { value: "buffers MiB", ratio: 1, slack: 32 },
  { value: "RSS MiB", ratio: 1.5, slack: 40 },
  { value: "handles", ratio: 1, slack: CALLERS },
  { value: "threads", ratio: 1, slack: 2 },
] as const;
/** What may stay open when the API has closed all connections. */
const HANDLE_SLACK = 4;

/** Loads the real program and says what has not come back to where it was. */
export async function soakProgram(
  launch: Launch,
  seconds: number,
  print: (text: string) => void,
): Promise<string[]> {
  const dir = await Deno.makeTempDir({ prefix: "soak-" });
  const memoryFile = `${dir}/memory.json`;
  const api = startFakeOpenAI();
  const root = await makeManual(dir, PAGES);
  await makeSmallManuals(root);
  const program = new Program({
    command: [...measurable(launch), "--stdio"],
    env: envWithHome(dir, {
      ...manualEnv(root, dir),
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
    }),
  });
  api.always({ script: LONG_ANSWER });
  try {
    await openManual(program);
    await expectPage(program, 1);
    const before = program.status().handles;
    const load = { peer: program, api, root, callers: CALLERS };
    const windows = windowsFor(seconds);
    const share = seconds / (windows + 1);
    const samples: Sample[] = [];
    for (let i = 0; i <= windows; i++) {
      const done = await runLoad(
        { ...load, seed: i + 1 },
        { seconds: share, turns: i === 0 ? WARM_UP_TURNS : WINDOW_TURNS },
      );
      await settle(program, root);
      program.forget();
      api.clear();
      const name = i === 0 ? "warm-up" : String(i);
      const values = await measure(program, memoryFile);
      samples.push({ name, ...done, values });
    }
    print(`${launch.name}, ${CALLERS} callers\n${table(samples)}`);
    print(trends(samples.slice(1), LIMITS));
    const problems = growth(samples.slice(1), LIMITS);
    await api[Symbol.asyncDispose]();
    await until(
      PATIENCE_MS,
      `${before} handles again`,
      () => program.status().handles <= before + HANDLE_SLACK,
    ).catch((error: Error) => problems.push(error.message));
    const after = program.status().handles;
    print(`handles: ${before} before, ${after} when the API had gone`);
    problems.push(...await endOf(program));
    return problems;
  } catch (error) {
    const said = program.stderr === "" ? "nothing" : program.stderr;
    throw new Error(`The load broke off; the server said ${said}`, {
      cause: error,
    });
  } finally {
    await program.dispose();
    await api[Symbol.asyncDispose]();
    await Deno.remove(dir, { recursive: true });
  }
}

/** Changes a file, so that what was remembered of the manual is forgotten. */
async function settle(program: Program, root: string): Promise<void> {
  await writePage(root, 0);
  await pause(REFRESH_MS);
  await expectPage(program, 0);
}

/** Measures a server that has nothing to do. */
async function measure(
  program: Program,
  memoryFile: string,
): Promise<Record<string, number>> {
  // What was cancelled last may still be on its way out.
  await pause(500);
  if (program.waiting > 0) throw new Error(`${program.waiting} unanswered`);
  const { heap, buffers } = await measureMemory(program, memoryFile);
  const { rss, handles, threads } = program.status();
  return {
    "heap MiB": heap,
    "buffers MiB": buffers,
    "RSS MiB": rss,
    handles,
    threads,
  };
}

/** Closes the input: the server must end by itself, and have said nothing. */
async function endOf(program: Program): Promise<string[]> {
  await program.closeInput();
  const { code } = await within(PATIENCE_MS, "the end", program.exited);
  await program.exit();
  const problems = [...program.violations];
  if (code !== 0) problems.push(`Exit code ${code}`);
  const said = program.stderr;
  if (said !== "") problems.push(`On stderr: ${said}`);
  return problems;
}
