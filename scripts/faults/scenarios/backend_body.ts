import assert from "node:assert/strict";
import type { Fault } from "../../../tests/kit/fake_openai/mod.ts";
import { expectAnswer, expectFailure, QUESTION } from "../expect.ts";
import {
  chunk,
  EVENT_STREAM,
  startRawServer,
} from "../../../tests/kit/raw_server.ts";
import type { ScenarioGroup, Stage } from "../scenario.ts";
import { PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import { pause, until, within } from "../../../tests/kit/within.ts";

const HTML = "<!doctype html><title>Gateway</title><h1>Welcome</h1>";
const BIG_BYTES = 8 * 1024 * 1024;
/** For calls that are to end by their deadline, and for no others. */
const SHORT = { OPENAI_API_TIMEOUT: "1500" } as const;

/** One request with a fault, one request sent, then an ordinary answer. */
async function once(
  { api, start }: Stage,
  fault: Fault,
  [reason, words]: readonly [string, RegExp],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const program = start(env);
  api.next({ fault });
  await expectFailure(program, reason, words);
  const asked = api.requests.filter(({ method }) => method === "POST");
  assert.equal(asked.length, 1, "what has begun is not asked again");
  await expectAnswer(program);
}

/** What comes back is not what it should be. */
export const BACKEND_BODY: ScenarioGroup = {
  title: "The API's answer is broken",
  scenarios: [
    {
      name: "cut-stream",
      sees:
        "`network`: the connection broke while the answer was arriving; not sent again, as it may have been paid",
      run: (stage) =>
        once(stage, { kind: "cut", events: 4 }, ["network", /broke/]),
    },
    {
      name: "ended-stream",
      sees: "`network`, although the connection was closed in an orderly way",
      run: (stage) =>
        once(stage, { kind: "end", events: 4 }, ["network", /broke/]),
    },
    {
      name: "stalled-stream",
      sees:
        "`timeout` at `request.timeout_ms`; the connection to the API is closed",
      async run(stage) {
        const seen = ["timeout", /1500 ms/] as const;
        await once(stage, { kind: "stall", events: 4 }, seen, SHORT);
        await until(
          PATIENCE_MS,
          "the closed connection",
          () => stage.api.closedEarly === 1,
        );
      },
    },
    {
      name: "lingering-stream",
      sees:
        "the answer at once, although the connection is not closed after it",
      async run({ api, start }) {
        const program = start();
        api.next({ fault: { kind: "linger" } });
        const { failed } = await program.call("answer", QUESTION);
        assert.equal(failed, false);
        await expectAnswer(program);
      },
    },
    {
      name: "error-event",
      sees:
        "the answer: a passing failure before the first text is tried again",
      async run({ api, start }) {
        const program = start();
        const message = "The model tripped";
        api.next({ fault: { kind: "error_event", events: 3, message } });
        const { failed } = await program.call("answer", QUESTION);
        assert.equal(failed, false);
        assert.equal(api.requests.length, 2);
      },
    },
    {
      name: "late-error-event",
      sees: "`upstream_error` with the API's own words, once text has come",
      run: (stage) =>
        once(
          stage,
          { kind: "error_event", events: 8, message: "The model tripped" },
          ["upstream_error", /The model tripped/],
        ),
    },
    {
      name: "garbage-events",
      sees: "`upstream_error`: not in the form of the Responses API",
      run: (stage) =>
        once(stage, { kind: "garbage", events: 3 }, [
          "upstream_error",
          /form of the Responses API/,
        ]),
    },
    {
      name: "html-for-events",
      sees: "`upstream_error`, pointing at `openai.base_url`",
      run: (stage) =>
        once(
          stage,
          { kind: "raw", contentType: "text/html", body: HTML },
          ["upstream_error", /openai\.base_url/],
        ),
    },
    {
      name: "html-for-json",
      sees: "the same without streaming",
      async run({ api, dir, start }) {
        await notStreaming(dir);
        const program = start();
        api.next({
          fault: { kind: "raw", contentType: "text/html", body: HTML },
        });
        await expectFailure(program, "upstream_error", /openai\.base_url/);
        await expectAnswer(program);
      },
    },
    {
      name: "empty-body",
      sees: "`upstream_error`, pointing at `openai.base_url`",
      run: (stage) =>
        once(
          stage,
          { kind: "raw", contentType: "text/event-stream", body: "" },
          ["upstream_error", /openai\.base_url/],
        ),
    },
    {
      name: "empty-json",
      sees: "the same without streaming",
      async run({ api, dir, start }) {
        await notStreaming(dir);
        const program = start();
        const contentType = "application/json";
        api.next({ fault: { kind: "raw", contentType, body: "" } });
        await expectFailure(program, "upstream_error", /openai\.base_url/);
        await expectAnswer(program);
      },
    },
    {
      name: "endless-body",
      sees:
        "`upstream_error` at `responses.max_bytes`: an event without an end is read no further, and other requests are answered meanwhile",
      async run({ start }) {
        const block = chunk("x".repeat(1024 * 1024));
        await using server = startRawServer(async (say) => {
          await say(EVENT_STREAM);
          for (;;) await say(block);
        });
        const program = start({ OPENAI_BASE_URL: server.baseUrl });
        await program.request("ping");
        const failing = expectFailure(
          program,
          "upstream_error",
          /longer than 67108864 bytes/,
        );
        await within(PATIENCE_MS, "the request", server.received(1));
        for (let i = 0; i < 10; i++) {
          await program.request("ping");
          await pause(100);
        }
        await failing;
        await within(PATIENCE_MS, "the closed connection", server.closed(1));
      },
    },
    {
      name: "single-bytes",
      sees: "the answer, however small the pieces in which it comes",
      async run({ api, start }) {
        const program = start();
        api.next({ pieceBytes: 1 });
        const { failed } = await program.call("answer", QUESTION);
        assert.equal(failed, false);
      },
    },
    {
      name: "slow-drip",
      sees:
        "`timeout`: bytes that trickle in without end do not prolong the call",
      async run({ start }) {
        await using server = startRawServer(async (say) => {
          await say(EVENT_STREAM);
          for (;;) {
            await say(chunk(":"));
            await pause(20);
          }
        });
        const program = start({ ...SHORT, OPENAI_BASE_URL: server.baseUrl });
        await expectFailure(program, "timeout", /1500 ms/);
        await within(PATIENCE_MS, "the closed connection", server.closed(1));
      },
    },
    {
      name: "slow-headers",
      sees: "`timeout`, also when it is the headers that trickle in",
      async run({ start }) {
        await using server = startRawServer(async (say) => {
          await say("HTTP/1.1 200 OK\r\n");
          for (let i = 0;; i++) {
            await say(`x-${i}: 1\r\n`);
            await pause(50);
          }
        });
        const program = start({ ...SHORT, OPENAI_BASE_URL: server.baseUrl });
        await expectFailure(program, "timeout", /1500 ms/);
      },
    },
    {
      name: "big-answer",
      sees: "the whole answer, 8 MiB of it",
      async run({ api, dir, start }) {
        await notStreaming(dir);
        const program = start();
        const text = "大".repeat(BIG_BYTES / 3);
        api.next({ script: { text } });
        const { data } = await program.call("answer", QUESTION);
        assert.equal(data.answer, text);
        await expectAnswer(program);
      },
    },
    {
      name: "big-event",
      sees: "the whole answer, also when it comes in one event of 8 MiB",
      async run({ api, start }) {
        const program = start();
        const text = "x".repeat(BIG_BYTES);
        const content = [{ type: "output_text", text, annotations: [] }];
        const response = {
          status: "completed",
          output: [{ type: "message", role: "assistant", content }],
        };
        const event = { type: "response.completed", response };
        const body = `data: ${JSON.stringify(event)}\n\n`;
        const contentType = "text/event-stream";
        api.next({ fault: { kind: "raw", contentType, body } });
        const { data } = await program.call("answer", QUESTION);
        assert.equal(data.answer, text);
        await expectAnswer(program);
      },
    },
  ],
};

/** Writes a configuration that does not stream. */
async function notStreaming(home: string): Promise<void> {
  const dir = `${home}/.config/openai-responses-mcp`;
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(
    `${dir}/config.yaml`,
    "responses:\n  stream: false\n",
  );
}
