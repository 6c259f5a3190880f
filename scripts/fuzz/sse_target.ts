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
import { mutateBytes, mutateJson } from "./mutate.ts";
import type { Random } from "./random.ts";
import { smallerBytes } from "./shrink.ts";
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
  open: async () => await Promise.resolve(openSse()),
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
    make: makeBody,
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
    *smaller({ bytes, stream }) {
      for (const less of smallerBytes(bytes)) {
        yield { bytes: new Uint8Array(less), stream };
      }
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

function makeBody(random: Random): SseInput {
  const stream = !random.oneIn(4);
  const response = makeResponse(REQUEST, random.pick(SCRIPTS), random.int(99));
  const encoder = new TextEncoder();
  if (!stream) {
    const value = random.oneIn(3) ? response : mutateJson(random, response);
    return {
      stream,
      bytes: changed(random, encoder.encode(JSON.stringify(value))),
    };
  }
  const events: unknown[] = eventsOf(response);
  for (let i = random.int(3); i > 0; i--) {
    const at = random.int(events.length);
    if (random.oneIn(4)) events.splice(at, 1);
    else events[at] = mutateJson(random, events[at]);
  }
  const texts = events.map((event) => {
    const type = isObject(event) && typeof event.type === "string"
      ? `event: ${event.type}\n`
      : "";
    return `${type}data: ${JSON.stringify(event)}\n\n`;
  });
  return { stream, bytes: changed(random, encoder.encode(texts.join(""))) };
}

function changed(
  random: Random,
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer> {
  let result = bytes;
  for (let i = random.int(4); i > 1; i--) result = mutateBytes(random, result);
  if (random.oneIn(8)) result = result.slice(0, random.int(result.length + 1));
  return new Uint8Array(result);
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
