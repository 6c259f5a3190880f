import fc from "fast-check";
import { REASONS } from "../../src/responses/responses_error.ts";
import { validate } from "../../src/schema/validate.ts";
import { isObject } from "../../src/schema/value.ts";
import { ANSWER_OUTPUT } from "../../src/tools/answer/schema.ts";
import type { ToolOutcome } from "../../src/tools/tool.ts";
import { setUp, TEST_KEY } from "../../tests/kit/answer_setup.ts";
import { eventsOf } from "../../tests/kit/fake_openai/events.ts";
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { makeResponse } from "../../tests/kit/fake_openai/response.ts";
import type { Script } from "../../tests/kit/fake_openai/script.ts";
import { changedBytes, changedJson } from "./changes.ts";
import type { OpenTarget, Target } from "./target.ts";

/** What the server sends in answer to a question. */
export interface SseInput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly stream: boolean;
}

const PAGE = {
  url: "https://example.com/a",
  title: "A",
  date: "2025-08-01",
};
const SCRIPTS: readonly Script[] = [
  { text: "Plain." },
  {
    text: `Found [it](${PAGE.url}).\n\nSources:\n- ${PAGE.url} (2025-08-01)`,
    searches: [{ query: "q", urls: [PAGE.url], apis: ["oai-weather"] }],
    cites: [PAGE],
  },
  { text: "東京は晴れ 😀。", searches: [{ query: "天気" }] },
  { text: "", refusal: "No." },
  { text: "cut", incomplete: "max_output_tokens" },
  { text: "", failed: { code: "server_error", message: `echo ${TEST_KEY}` } },
];

const REQUEST = {
  model: "gpt-5.2",
  instructions: "",
  input: "q",
  tools: [],
  include: [],
  store: true,
} as unknown as Parameters<typeof makeResponse>[0];

/**
 * Event streams and bodies from the fake API, changed, through the real client:
 * an answer or a failure with a known reason, before the deadline; never a
 * success with an empty answer, or of a stream that was not finished.
 */
export const sseTarget: Target<SseInput> = {
  name: "sse",
  unit: "streams",
  open: openSse,
};

function openSse(): OpenTarget<SseInput> {
  const api = startFakeOpenAI();
  const options = (stream: boolean) => ({
    config: {
      responses: { stream },
      request: { max_retries: 0, timeout_ms: 5000 },
    },
    debug: true,
  });
  const setups = {
    events: setUp(api.baseUrl, options(true)),
    whole: setUp(api.baseUrl, options(false)),
  };
  return {
    inputs: fc.oneof({ weight: 3, arbitrary: eventBody }, wholeBody),
    async check({ bytes, stream }) {
      const contentType = stream ? "text/event-stream" : "application/json";
      api.next({ fault: { kind: "raw", contentType, body: bytes } });
      const setup = setups[stream ? "events" : "whole"];
      setup.lines.length = 0;
      const outcome = await setup.call("answer", { query: "q" });
      const shown = JSON.stringify(outcome) + setup.lines.join("");
      const problem = shown.includes(TEST_KEY)
        ? `shows the key: ${shown}`
        : outcomeProblem(outcome) ??
          (stream && outcome.ok && !isFinished(bytes)
            ? "a success of half a stream"
            : undefined);
      return { units: 1, problem };
    },
    show: ({ bytes, stream }) =>
      JSON.stringify({ stream, text: new TextDecoder().decode(bytes) }),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

/** Whether a stream names its end at all; without that it has none. */
function isFinished(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  return /response\.(completed|incomplete)/.test(text);
}

const response = fc.tuple(fc.constantFrom(...SCRIPTS), fc.nat(98))
  .map(([script, serial]) => makeResponse(REQUEST, script, serial));

const wholeBody: fc.Arbitrary<SseInput> = damaged(
  changedJson(response).map((value) => JSON.stringify(value)),
).map((bytes) => ({ bytes, stream: false }));

const eventBody: fc.Arbitrary<SseInput> = damaged(
  fc.record({
    events: changedJson(response.map((final) => eventsOf(final))),
    left: fc.oneof(fc.constant(-1), fc.nat(30)),
  }).map(({ events, left }) =>
    (Array.isArray(events) ? events : [events])
      .filter((_event, i) => i !== left).map(eventText).join("")
  ),
).map((bytes) => ({ bytes, stream: true }));

function eventText(event: unknown): string {
  const type = isObject(event) && typeof event.type === "string"
    ? `event: ${event.type}\n`
    : "";
  return `${type}data: ${JSON.stringify(event)}\n\n`;
}

/** The bytes of texts, some of them changed and some cut short. */
function damaged(
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  const bytes = texts.map((text) => new TextEncoder().encode(text));
  const whole = fc.constant(1_000_000);
  return fc.record({
    bytes: changedBytes(bytes),
    end: fc.oneof({ weight: 7, arbitrary: whole }, fc.nat(4000)),
  }).map((input) => input.bytes.slice(0, input.end));
}

function outcomeProblem(outcome: ToolOutcome): string | undefined {
  if (!outcome.ok) {
    const { reason, message } = outcome.error.data;
    const known = (REASONS as readonly unknown[]).includes(reason);
    if (!known || reason === "timeout") return `reason ${reason}: ${message}`;
    return typeof message === "string" && message.length <= 400
      ? undefined
      : `message ${message}`;
  }
  const checked = validate(ANSWER_OUTPUT, outcome.structured);
  if (!checked.ok) return `not the output: ${JSON.stringify(checked.issues)}`;
  return String(outcome.structured?.answer).trim() === ""
    ? "a success without an answer"
    : undefined;
}
