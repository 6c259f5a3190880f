/**
 * What our tool adds to a question: the same request through the tool and
 * through the `openai` SDK alone, turn by turn, against the fake API.
 *
 * @module
 */
import OpenAI from "openai";
import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import type { RequestBody } from "../../src/responses/request/request_body.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Fetch } from "../../src/runtime/runtime.ts";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { createAnswerTools } from "../../src/tools/answer/answer.ts";
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import type { BenchOptions, Row } from "./row.ts";
import { interleave, summary } from "./samples.ts";

const WARM_UP = 30;
const API_MARK = "?utm_source=openai";
const QUERY = "latest release of Deno";

/** What the tool adds to a call, streamed (the default) and whole. */
export async function answer({ quick }: BenchOptions): Promise<Row[]> {
  const rounds = quick ? 5 : 300;
  return [...await compare(true, rounds), ...await compare(false, rounds)];
}

async function compare(stream: boolean, rounds: number): Promise<Row[]> {
  await using api = startFakeOpenAI();
  const askTool = toolCaller(api.baseUrl, stream);
  await askTool();
  const body = api.requests[0]?.body;
  if (!body) throw new Error("the tool sent no request");
  const askDirectly = directCaller(api.baseUrl, body);
  // What it takes to send a question once, whatever becomes of a connection.
  const askOnce = directCaller(api.baseUrl, body, runtime.fetch);
  for (let i = 0; i < WARM_UP; i++) {
    const [ours, theirs] = await Promise.all([askTool(), askDirectly()]);
    // The tool takes the API's mark off the links, and tells which dates are
    // those of access; nothing else differs.
    const expected = theirs.replaceAll(API_MARK, "");
    if (theirs === "" || ours.replaceAll("(accessed ", "(") !== expected) {
      throw new Error(`Answered ${ours}, not ${theirs}`);
    }
  }
  const callers = [askDirectly, askOnce, askTool];
  const times = await interleave(callers, rounds, async (ask) => {
    const start = performance.now();
    await ask();
    return performance.now() - start;
  });
  const direct = summary(times.get(askDirectly) ?? []);
  const once = summary(times.get(askOnce) ?? []);
  const tool = summary(times.get(askTool) ?? []);
  const kind = stream ? "streamed" : "whole";
  const added = (tool.value - direct.value).toFixed(2);
  return [
    { name: `openai SDK alone, ${kind}`, unit: "ms", ...direct },
    {
      name: `openai SDK alone, a connection each, ${kind}`,
      unit: "ms",
      ...once,
      ratio: once.value / direct.value,
      to: `openai SDK alone, ${kind}`,
    },
    {
      name: `answer, ${kind}`,
      unit: "ms",
      ...tool,
      ratio: tool.value / direct.value,
      to: `openai SDK alone, ${kind}`,
      target: stream ? "≤ 1.25" : "≤ 1.35",
      note: `adds ${added} ms; one call at a time on loopback`,
    },
  ];
}

/** Asks, and gives the answer's text. */
type Ask = () => Promise<string>;

function toolCaller(baseUrl: string, stream: boolean): Ask {
  const defaults = defaultConfig();
  const [tool] = createAnswerTools({
    config: {
      ...defaults,
      openai: { ...defaults.openai, base_url: baseUrl },
      responses: { ...defaults.responses, stream },
    },
    runtime: { ...runtime, env: () => "sk-bench-key" },
    log: createLogger(runtime),
  });
  return async () => {
    const { signal } = new AbortController();
    const context = { signal, caller: STDIO_CALLER, progress() {} };
    const outcome = await tool?.call({ query: QUERY }, context);
    if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
    return String(outcome.structured?.answer);
  };
}

/** The smallest correct program: read the stream, take the final response. */
function directCaller(
  baseURL: string,
  body: RequestBody & { stream?: boolean },
  fetch: Fetch = globalThis.fetch,
): Ask {
  const apiKey = "sk-bench-key";
  const client = new OpenAI({ apiKey, baseURL, fetch, maxRetries: 0 });
  const fields = body as OpenAI.Responses.ResponseCreateParams;
  return async () => {
    let text = "";
    if (body.stream) {
      const request = { ...fields, stream: true } as const;
      for await (const event of await client.responses.create(request)) {
        if (event.type === "response.output_text.delta") text += event.delta;
      }
    } else {
      const request = { ...fields, stream: false } as const;
      text = (await client.responses.create(request)).output_text;
    }
    return text;
  };
}
