import { defaultConfig } from "../../src/config/draft.ts";
import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import {
  MessageEncoderStream,
  Outbox,
} from "../../src/jsonrpc/message_streams.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Runtime } from "../../src/runtime/runtime.ts";
import { Connection } from "../../src/mcp/connection.ts";
import { instructionsFor } from "../../src/mcp/instructions.ts";
import { McpHandler } from "../../src/mcp/mcp_handler.ts";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { createToolSet } from "../../src/tools/mod.ts";
import { ToolRegistry } from "../../src/tools/registry.ts";
import { countingClock } from "../../tests/kit/clocks.ts";
import { McpClient, PATIENCE_MS } from "../../tests/kit/mcp_client.ts";
import { QUESTION } from "../faults/expect.ts";
import { expectPage, makeManual, openManual } from "../faults/manual.ts";
import { pause, until } from "../../tests/kit/within.ts";
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { print } from "../command_line.ts";
import { watchControllers } from "./controllers.ts";
import { ANSWER_WITHIN_MS } from "./long_answers.ts";
import { LONG_ANSWER, makeOtherManuals, PAGES, runLoad } from "./load.ts";
import { countInTurn } from "./turn.ts";
import { growth, type Sample, table, trends, windowsFor } from "./window.ts";

const CALLERS = 32;
/** What it takes until caches are full and code is compiled. */
const WARM_UP_TURNS = 10 * CALLERS;
const WINDOW_TURNS = 4 * CALLERS;
const LIMITS = [
  { value: "heap MiB", ratio: 1.02, slack: 0.5 },
  { value: "controllers", ratio: 1, slack: 8 },
  { value: "listeners", ratio: 1, slack: 8 },
  { value: "timers", ratio: 0, slack: 0 },
  { value: "in flight", ratio: 0, slack: 0 },
  { value: "queued", ratio: 0, slack: 0 },
] as const;

/** A server of which all parts can be looked at. */
interface OpenServer {
  readonly peer: McpClient;
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly clock: ReturnType<typeof countingClock>;
  /** What was written to standard error. */
  readonly lines: string[];
}

/** Puts a server together by hand, as `serveConnection` does. */
function openServer(baseUrl: string, root: string): OpenServer {
  const base = defaultConfig();
  const config = {
    ...base,
    openai: { ...base.openai, base_url: baseUrl },
    request: {
      ...base.request,
      timeout_ms: 2000,
      max_retries: 1,
      answer_within_ms: ANSWER_WITHIN_MS,
    },
    responses: { ...base.responses, ledger: false },
    model_profiles: {
      ...base.model_profiles,
      answer_detailed: {
        model: "gpt-5.2",
        background: "always" as const,
      },
    },
    manuals: {
      ...base.manuals,
      root,
      // Every search looks at the files, so that each waits for the index.
      refresh_ms: 0,
      // Few, so that they are full when the warm-up ends.
      trace: { ...base.manuals.trace, max_keep: 2 * CALLERS },
      cache: { ...base.manuals.cache, max_keep: 10 },
    },
  };
  const lines: string[] = [];
  const clock = countingClock();
  const machine: Runtime = {
    ...runtime,
    clock,
    env: (name) => name === "OPENAI_API_KEY" ? "sk-soak-key" : undefined,
    writeStderr: (text) => void lines.push(text),
  };
  const log = createLogger(machine);
  const encoder = new MessageEncoderStream({ framing: { lines: true } });
  const outbox = new Outbox(encoder.writable);
  const registry = new ToolRegistry(
    createToolSet({ config, runtime: machine, log }),
  );
  const handler = new McpHandler({
    registry: () => Promise.resolve(registry),
    instructions: () => instructionsFor(config),
    toolErrors: "result",
    log,
    clock,
    onListed: () => undefined,
  });
  const connection = new Connection({
    handler,
    caller: STDIO_CALLER,
    log,
    send: (text) => outbox.send(text),
    notify(method, params): void {
      if (outbox.full) return;
      outbox.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
    },
  });
  const decoder = new MessageDecoder();
  const bytes = new TextEncoder();
  const peer = new McpClient(async (text) => {
    for (const message of decoder.decode(bytes.encode(text))) {
      connection.receive(message);
    }
    await Promise.resolve();
  });
  encoder.readable.pipeTo(
    new WritableStream({ write: (chunk) => peer.receive(chunk) }),
  );
  return { peer, connection, outbox, clock, lines };
}

/** Loads a server in this process and says what it has not let go of. */
async function soakParts(seconds: number): Promise<string[]> {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (!collect) return ["Needs --v8-flags=--expose-gc: use deno task soak"];
  const controllers = watchControllers();
  const dir = await Deno.makeTempDir({ prefix: "soak-" });
  const api = startFakeOpenAI();
  api.always({ script: LONG_ANSWER });
  try {
    const root = await makeManual(dir, PAGES);
    await makeOtherManuals(root);
    const server = openServer(api.baseUrl, root);
    const { peer, connection, outbox, clock, lines } = server;
    await openManual(peer);
    await expectPage(peer, 1);
    const samples: Sample[] = [];
    const windows = windowsFor(seconds);
    const share = seconds / (windows + 1);
    const inTurn = countInTurn();
    const load = { peers: [peer], api, root, callers: CALLERS, inTurn };
    for (let i = 0; i <= windows; i++) {
      const turns = i === 0 ? WARM_UP_TURNS : WINDOW_TURNS;
      const done = await runLoad(
        { ...load, seed: 100 + i },
        { seconds: share, turns },
      );
      // What was cancelled last may still be stopped at the API, for seconds.
      await connection.idle();
      api.clear();
      await until(PATIENCE_MS, "timers", () => clock.live === 0)
        .catch(() => undefined);
      // Of the load, every timer may have run out by now; of these, none.
      await Promise.all(Array.from(
        { length: CALLERS },
        () => peer.call("answer", QUESTION),
      ));
      await connection.idle();
      const timers = clock.live;
      peer.forget();
      api.clear();
      // Finalizers run between tasks, so that one collection is not enough.
      for (let round = 0; round < 4; round++) {
        await pause(100);
        collect();
      }
      const values = {
        "heap MiB": Deno.memoryUsage().heapUsed / 2 ** 20,
        "controllers": controllers.alive,
        "listeners": controllers.listeners,
        timers,
        "in flight": connection.inFlight.size,
        "queued": peer.waiting + Number(outbox.full),
      };
      const name = i === 0 ? "warm-up" : String(i);
      samples.push({ name, ...done, values });
    }
    print(`Its parts in one process, ${CALLERS} callers\n${table(samples)}`);
    print(trends(samples.slice(1), LIMITS));
    const problems = growth(samples.slice(1), LIMITS);
    await outbox.close();
    if (lines.length > 0) problems.push(`On stderr: ${lines.join("")}`);
    return [...problems, ...peer.violations];
  } finally {
    controllers.stop();
    await api[Symbol.asyncDispose]();
    await Deno.remove(dir, { recursive: true });
  }
}

if (import.meta.main) {
  const problems = await soakParts(Number(Deno.args[0]));
  for (const problem of problems) print(`FAILED ${problem}`);
  Deno.exit(problems.length === 0 ? 0 : 1);
}
