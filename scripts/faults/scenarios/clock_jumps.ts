import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import { createLogger } from "../../../src/log.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { createServer } from "../../../src/mcp/stdio.ts";
import { createToolSet } from "../../../src/tools/mod.ts";
import { ManualClock } from "../../../tests/kit/manual_clock.ts";
import { QUESTION } from "../expect.ts";
import { makeManual, MANUAL } from "../manual.ts";
import {
  type Message,
  MessageReader,
} from "../../../tests/kit/message_reader.ts";
import { line, outcomeOf, PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import type { ScenarioGroup, Stage } from "../scenario.ts";
import { until, within } from "../../../tests/kit/within.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TRACE_MS = 30 * 60 * 1000;
const ENV = { OPENAI_API_KEY: "key" } as const;

/** A server in this process, on a clock that we move. */
class SteeredServer {
  readonly clock = new ManualClock();
  readonly received: Message[] = [];
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #ended: Promise<unknown>;

  constructor({ api }: Stage, root: string | null = null) {
    const base = defaultConfig();
    const openai = { ...base.openai, base_url: api.baseUrl };
    const request = { ...base.request, timeout_ms: 60_000 };
    const manuals = { ...base.manuals, root, require_ls: false };
    const config = { ...base, openai, request, manuals };
    const machine = {
      ...runtime,
      clock: this.clock,
      env: (name: string) => ENV[name as keyof typeof ENV],
    };
    const log = createLogger(machine);
    const server = createServer({
      config,
      runtime: machine,
      log,
      loadTools: async () =>
        await Promise.resolve(createToolSet({ config, runtime: machine, log })),
    });
    const input = new TransformStream<Uint8Array, Uint8Array>();
    const reader = new MessageReader();
    this.#input = input.writable.getWriter();
    this.#ended = server.serve({
      readable: input.readable,
      writer: new WritableStream({
        write: (chunk) => void this.received.push(...reader.read(chunk)),
      }).getWriter(),
    });
  }

  /** Calls a tool and returns before it answers. */
  async call(id: number, name: string, args: object): Promise<void> {
    const _meta = { progressToken: id };
    const params = { name, arguments: args, _meta };
    const text = line({ id, method: "tools/call", params });
    await this.#input.write(new TextEncoder().encode(text));
  }

  /** Asks a question and returns before it is answered. */
  async ask(id: number): Promise<void> {
    await this.call(id, "answer", QUESTION);
  }

  /** Waits for the answer to a question. */
  async answer(id: number): Promise<Message> {
    const find = (): Message | undefined => {
      // Runs what only waits for its turn, without letting time pass.
      this.clock.advance(0);
      return this.received.find((message) => message.id === id);
    };
    await until(PATIENCE_MS, "the answer", () => find() !== undefined);
    return find() ?? {};
  }

  /** What was told of the progress. */
  progress(): string[] {
    return this.received.filter((message) => message.method)
      .map((message) => String(message.params?.message));
  }

  async end(): Promise<void> {
    await this.#input.close();
    await within(PATIENCE_MS, "the end", this.#ended);
    assert.equal(this.clock.pending.length, 0, "timers are left");
  }
}

/** Jumps of the wall clock, which only shows in dates. */
export const CLOCK_JUMPS: ScenarioGroup = {
  title: "The wall clock jumps",
  scenarios: [
    {
      name: "clock-jump-deadline",
      sees:
        "no `timeout` because the clock was set forward by a day, and none too late because it was set back",
      async run(stage) {
        const server = new SteeredServer(stage);
        stage.api.always({ fault: { kind: "stall", events: 2 } });
        for (const [id, jump] of [DAY_MS, -DAY_MS].entries()) {
          await server.ask(id);
          await stage.api.received(id + 1);
          await until(
            PATIENCE_MS,
            "the deadline's timer",
            () => server.clock.pending.length > 0,
          );
          server.clock.jump(jump);
          server.clock.advance(59_000);
          assert.deepEqual((await stalled(server, id)).length, 0);
          server.clock.advance(1000);
          const { reason } = outcomeOf(await server.answer(id));
          assert.equal(reason, "timeout");
        }
        await server.end();
      },
    },
    {
      name: "clock-jump-retry",
      sees: "a new attempt, although by the clock the deadline is long past",
      async run(stage) {
        const server = new SteeredServer(stage);
        const fault = { kind: "status", status: 503 } as const;
        stage.api.next({ fault, delayMs: 200 });
        await server.ask(1);
        await stage.api.received(1);
        server.clock.jump(DAY_MS);
        await until(
          PATIENCE_MS,
          "a new attempt",
          () => server.progress().some((text) => /Trying again/.test(text)),
        );
        server.clock.advance(1000);
        const { failed } = outcomeOf(await server.answer(1));
        assert.equal(failed, false);
        await server.end();
      },
    },
    {
      name: "clock-jump-heartbeat",
      sees: "a sign of life every ten seconds, however the clock is set",
      async run(stage) {
        const server = new SteeredServer(stage);
        stage.api.always({ fault: { kind: "stall", events: 1 } });
        await server.ask(1);
        await stage.api.received(1);
        for (const jump of [DAY_MS, -2 * DAY_MS, DAY_MS]) {
          server.clock.jump(jump);
          const before = server.progress().length;
          server.clock.advance(10_000);
          await until(
            PATIENCE_MS,
            "a heartbeat",
            () => server.progress().length > before,
          );
        }
        const beats = server.progress().filter((text) => /Still/.test(text));
        assert.equal(beats.length, 3, server.progress().join());
        server.clock.advance(60_000);
        await server.answer(1);
        await server.end();
      },
    },
    {
      name: "clock-jump-date",
      sees: "the date of the new day in the next answer",
      async run(stage) {
        const server = new SteeredServer(stage);
        await server.ask(1);
        await server.answer(1);
        server.clock.jump(DAY_MS);
        await server.ask(2);
        await server.answer(2);
        const days = stage.api.requests.map(({ body }) =>
          /Today is ([\d-]+)/.exec(body.instructions)?.[1]
        );
        assert.deepEqual(days, ["2026-11-16", "2026-11-17"]);
        await server.end();
      },
    },
    {
      name: "clock-jump-trace",
      sees:
        "a search can be paged through for half an hour, however the clock is set",
      async run(stage) {
        const root = await makeManual(stage.dir, 5);
        const server = new SteeredServer(stage, root);
        await server.call(1, "manual_find", {
          manual_id: MANUAL,
          query: "page3",
          required_terms: ["page3"],
        });
        const found = outcomeOf(await server.answer(1));
        const { trace_id } = found.data;
        assert.equal(typeof trace_id, "string", JSON.stringify(found));
        for (const [id, jump] of [DAY_MS, -2 * DAY_MS].entries()) {
          server.clock.jump(jump);
          await server.call(10 + id, "manual_hits", { trace_id });
          const { failed, data } = outcomeOf(await server.answer(10 + id));
          assert.equal(failed, false, JSON.stringify(data));
        }
        server.clock.advance(TRACE_MS + 1);
        await server.call(20, "manual_hits", { trace_id });
        const late = outcomeOf(await server.answer(20));
        assert.equal(late.reason, "not_found");
        await server.end();
      },
    },
  ],
};

/** Answers to an id; there should be none yet. */
async function stalled(server: SteeredServer, id: number): Promise<Message[]> {
  // A ping's way through the loop: whatever was due has been sent by then.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return server.received.filter((message) => message.id === id);
}
