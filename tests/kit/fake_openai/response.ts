import type OpenAI from "openai";
import type { FakeBody } from "./exchange.ts";
import type { Script } from "./script.ts";

/** A response as the wire has it: `output_text` is an addition of the SDK. */
export type WireResponse = Omit<OpenAI.Responses.Response, "output_text">;

/** One item of a response's output. */
export type OutputItem = OpenAI.Responses.ResponseOutputItem;

type SearchItem = OpenAI.Responses.ResponseFunctionWebSearch;
type SearchSource = NonNullable<
  OpenAI.Responses.ResponseFunctionWebSearch.Search["sources"]
>[number];

/** Makes the finished response to a request. */
export function makeResponse(
  body: FakeBody,
  script: Script,
  serial: number,
): WireResponse {
  const id = (prefix: string): string =>
    `${prefix}_${serial.toString(16).padStart(24, "0")}`;
  const input = Math.ceil((body.instructions.length + body.input.length) / 4);
  const output = Math.ceil(script.text.length / 4);
  return {
    id: script.withoutId ? "" : id("resp"),
    object: "response",
    created_at: noonOf(body) + serial,
    status: script.failed
      ? "failed"
      : script.incomplete
      ? "incomplete"
      : "completed",
    error: script.failed ?? null,
    incomplete_details: script.incomplete
      ? { reason: script.incomplete }
      : null,
    instructions: body.instructions,
    metadata: { ...body.metadata },
    background: body.background ?? false,
    // The API answers with the dated snapshot of the model.
    model: `${body.model}-2025-12-11`,
    output: script.failed ? [] : outputItems(body, script, id),
    parallel_tool_calls: true,
    previous_response_id: body.previous_response_id ?? null,
    temperature: 1,
    tool_choice: "auto",
    tools: body.tools as OpenAI.Responses.Tool[],
    top_p: 1,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}

function outputItems(
  body: FakeBody,
  script: Script,
  id: (prefix: string) => string,
): OutputItem[] {
  const items: OutputItem[] = [];
  if (body.reasoning) {
    items.push({ id: id("rs"), type: "reasoning", summary: [] });
  }
  for (const [i, search] of (script.searches ?? []).entries()) {
    const sources = [
      ...(search.urls ?? []).map((url) => ({ type: "url" as const, url })),
      // The types know only URLs; the API sends these too.
      ...(search.apis ?? []).map((name) =>
        ({ type: "api", name }) as unknown as SearchSource
      ),
    ];
    const item: SearchItem = {
      id: `${id("ws")}_${i}`,
      type: "web_search_call",
      status: "completed",
      action: {
        type: "search",
        query: search.query,
        queries: [search.query],
        sources,
      },
    };
    items.push(item);
  }
  const part = contentPart(script);
  if (part) {
    items.push({
      id: id("msg"),
      type: "message",
      role: "assistant",
      status: script.incomplete ? "incomplete" : "completed",
      content: [part],
    });
  }
  return items;
}

function contentPart(
  script: Script,
):
  | OpenAI.Responses.ResponseOutputText
  | OpenAI.Responses.ResponseOutputRefusal
  | undefined {
  if (script.refusal !== undefined) {
    return { type: "refusal", refusal: script.refusal };
  }
  const { text } = script;
  if (text === "") return undefined;
  const annotations = (script.cites ?? []).map(({ url, title }) => {
    const start = Math.max(0, text.indexOf(url));
    const end_index = start + url.length;
    const type = "url_citation" as const;
    return { type, url, title, start_index: start, end_index };
  });
  return { type: "output_text", text, annotations, logprobs: [] };
}

/** Noon in Tokyo on the day that the instructions name, in seconds. */
function noonOf({ instructions = "" }: FakeBody): number {
  const [, today = "2025-11-16"] =
    /Today is (\d{4}-\d{2}-\d{2})/.exec(instructions) ?? [];
  return Date.parse(`${today}T03:00:00Z`) / 1000;
}
