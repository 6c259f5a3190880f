import assert from "node:assert/strict";
import {
  type Answer,
  readAnswer,
  type ReadOptions,
} from "../../../src/responses/answer/read_answer.ts";
import { ResponsesError } from "../../../src/responses/responses_error.ts";

const SEARCH = {
  type: "web_search_call",
  action: { type: "search", sources: [{ type: "api", name: "oai-weather" }] },
};

function message(text: string, annotations: unknown[] = []): unknown {
  const part = { type: "output_text", text, annotations };
  return { type: "message", content: [part] };
}

function read(
  response: Record<string, unknown>,
  options: Partial<ReadOptions> = {},
): Answer {
  return readAnswer(response, {
    model: "gpt-5.2",
    domains: [],
    maxCitations: 3,
    today: "2026-11-16",
    store: true,
    ...options,
  });
}

function reasonOf(response: Record<string, unknown>): string {
  try {
    return JSON.stringify(read(response));
  } catch (error) {
    assert.ok(error instanceof ResponsesError);
    return error.reason;
  }
}

Deno.test("readAnswer() orders its keys as the contract does", () => {
  const answer = read({
    usage: {
      output_tokens_details: { reasoning_tokens: 5 },
      input_tokens_details: { cached_tokens: 4 },
      input_tokens: 1,
      output_tokens: 2,
      total_tokens: 3,
      more: 4,
    },
    tool_usage: { web_search: { num_requests: 6 } },
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    output: [
      { type: "web_search_call", action: { type: "search", query: "q" } },
      message("Half an ans"),
    ],
    model: "gpt-5.2-2025-12-11",
    id: "resp_1",
  });
  assert.equal(
    JSON.stringify(answer),
    '{"answer":"Half an ans","used_search":true,"citations":[],"model":"gpt-5.2-2025-12-11","response_id":"resp_1","usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3,"cached_tokens":4,"reasoning_tokens":5,"searches":6},"queries":["q"],"incomplete":{"reason":"max_output_tokens"}}',
  );
});

Deno.test("readAnswer() never succeeds without text", () => {
  const refusal = { type: "refusal", refusal: "I cannot" };
  const refused = { type: "message", content: [refusal] };
  assert.equal(reasonOf({ output: [refused] }), "refused");
  assert.equal(reasonOf({ output: [] }), "upstream_error");
  assert.equal(reasonOf({}), "upstream_error");
  assert.equal(reasonOf({ output: [message(" \n ")] }), "upstream_error");
  const markers = "\uE200a\uE201\n\uE200b\uE201";
  assert.equal(reasonOf({ output: [message(markers)] }), "upstream_error");
  const incomplete = (reason: string): Record<string, unknown> => ({
    status: "incomplete",
    incomplete_details: { reason },
    output: [],
  });
  assert.equal(reasonOf(incomplete("max_output_tokens")), "incomplete");
  assert.equal(reasonOf(incomplete("content_filter")), "refused");
});

Deno.test("readAnswer() replaces the model's list by one of its own", () => {
  const cited = {
    type: "url_citation",
    url: "https://a.com/?utm_source=openai",
  };
  const text =
    "Fact ([a](https://a.com/?utm_source=openai)).\n\n**出典**\n- A: https://a.com/ (2024-05-06)\n- B: https://b.com/ (2024-01-01)";
  const { answer } = read({ output: [SEARCH, message(text, [cited])] });
  assert.equal(
    answer,
    "Fact ([a](https://a.com/)).\n\nSources:\n- https://a.com/ (2024-05-06)\n- https://b.com/ (2024-01-01)\n- oai-weather (accessed 2026-11-16)",
  );
});

Deno.test("readAnswer() adds a list where the model wrote none", () => {
  const { answer, used_search } = read({ output: [SEARCH, message("Sunny.")] });
  assert.equal(used_search, true);
  assert.equal(
    answer,
    "Sunny.\n\nSources:\n- oai-weather (accessed 2026-11-16)",
  );
});

Deno.test("readAnswer() leaves the text alone when nothing was searched", () => {
  const texts = [
    "Text.\n\nSources:\n- https://a.com/ (2024-05-06)",
    "See [a](https://a.com/?utm_source=openai), and a[1].",
  ];
  for (const text of texts) {
    const { answer, citations } = read({ output: [message(text)] });
    assert.deepEqual([answer, citations], [text, []]);
  }
});

Deno.test("readAnswer() keeps the model's list when it names no source", () => {
  const search = { type: "web_search_call", action: { type: "search" } };
  const text = "Text.\n\nSources:\n- The Almanac";
  const found = read({ output: [search, message(text)] });
  assert.deepEqual([found.used_search, found.answer], [true, text]);
});

Deno.test("readAnswer() names no site outside the domains in its list", () => {
  const search = { type: "web_search_call", action: { type: "search" } };
  const text = "Text.\n\nSources:\n- https://b.com/ (2024-05-06)";
  const cited = { type: "url_citation", url: "https://b.com/" };
  const output = [search, message(text, [cited])];
  const found = read({ output }, { domains: ["a.com"] });
  assert.deepEqual([found.answer, found.citations], ["Text.", []]);
  // It is better than nothing.
  const list = "Sources:\n- https://b.com/ (2024-05-06)";
  const only = read({ output: [search, message(list)] }, {
    domains: ["a.com"],
  });
  assert.equal(only.answer, list);
});

Deno.test("readAnswer() leaves no gap where the model's list came first", () => {
  const text = "Sources:\n- https://a.com/\n\nText.";
  const { answer } = read({ output: [SEARCH, message(text)] });
  assert.equal(
    answer,
    "Text.\n\nSources:\n- https://a.com/ (accessed 2026-11-16)\n- oai-weather (accessed 2026-11-16)",
  );
});

Deno.test("readAnswer() gives only the sources for citations-only", () => {
  const style = "citations-only" as const;
  const output = [SEARCH, message("Long text.")];
  assert.equal(
    read({ output }, { style }).answer,
    "Sources:\n- oai-weather (accessed 2026-11-16)",
  );
  const without = { output: [message("Nothing found.")] };
  assert.equal(read(without, { style }).answer, "Nothing found.");
});

Deno.test("readAnswer() reads nested annotations and other source kinds", () => {
  const nested = {
    type: "url_citation",
    url_citation: { url: "https://a.com/", title: "A" },
  };
  const search = {
    type: "web_search_call",
    action: { sources: [{ type: "feed", id: "news-1" }, { type: "url" }, 7] },
  };
  const { citations } = read({ output: [search, message("T.", [nested])] });
  const accessed = { published_at: "2026-11-16", date_kind: "accessed" };
  assert.deepEqual(citations, [
    { url: "https://a.com/", title: "A", ...accessed },
    { url: "news-1", title: "feed", ...accessed },
  ]);
});

Deno.test("readAnswer() reads nothing but texts and web citations", () => {
  const text = "Not said.";
  const thought = {
    type: "reasoning",
    content: [{ type: "output_text", text }],
  };
  const url = "https://a.com/";
  const annotations = [
    { type: "file_citation", url },
    { type: "url_citation", url: "page-7" },
    { type: "url_citation" },
  ];
  const part = { type: "output_text", text: "Said.", annotations };
  const content = [{ type: "summary_text", text }, part];
  const answer = read({ output: [thought, { type: "message", content }] });
  assert.equal(answer.answer, "Said.");
  assert.deepEqual([answer.used_search, answer.citations], [false, []]);
});

Deno.test("readAnswer() adds up the tokens that the server does not", () => {
  const output = [message("T.")];
  const usage = { input_tokens: 1, output_tokens: 2 };
  const counted = { ...usage, total_tokens: 3 };
  assert.deepEqual(read({ output, usage }).usage, counted);
  for (const half of [{ input_tokens: 1 }, { output_tokens: 2 }]) {
    assert.equal("usage" in read({ output, usage: half }), false);
  }
});

Deno.test("readAnswer() leaves out what the server does not give", () => {
  const output = [message("T.")];
  const bare = read({ output, usage: {}, id: "" });
  assert.deepEqual(Object.keys(bare), [
    "answer",
    "used_search",
    "citations",
    "model",
  ]);
  assert.equal(bare.model, "gpt-5.2");
  const unstored = read({ output, id: "resp_1" }, { store: false });
  assert.equal("response_id" in unstored, false);
});

Deno.test("readAnswer() joins messages and drops raw citation markers", () => {
  const raw =
    "One \uE200cite\uE202turn0search1\uE201 two.\uE200cite\uE202x\uE201\uE200\uE201\n";
  const { answer } = read({ output: [message(raw), message("Three.")] });
  assert.equal(answer, "One two.\n\nThree.");
});

Deno.test("readAnswer() mends half a character, which strict clients refuse", () => {
  const cut = "cut \ud83d";
  const url = "https://a.com/";
  const page = { type: "url_citation", url, title: cut };
  const { answer, citations } = read({ output: [message(cut, [page])] });
  assert.match(answer, /^cut \ufffd\n/);
  assert.equal(citations[0]?.title, "cut \ufffd");
});

Deno.test("readAnswer() leaves out what a model says while it works", () => {
  const said = (text: string, phase: string): unknown => ({
    ...message(text) as object,
    phase,
  });
  const working = said("Let me search.", "commentary");
  const final = said("It is 42.", "final_answer");
  assert.equal(read({ output: [working, final] }).answer, "It is 42.");
  assert.equal(read({ output: [working] }).answer, "Let me search.");
  const content = [{ type: "refusal", refusal: "No." }];
  const refusal = { type: "message", content };
  assert.equal(reasonOf({ output: [working, refusal] }), "refused");
});
