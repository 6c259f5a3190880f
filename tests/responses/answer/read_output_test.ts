import assert from "node:assert/strict";
import {
  type Answer,
  readAnswer,
} from "../../../src/responses/answer/read_answer.ts";
import { message } from "./shapes/shape.ts";

function read(response: Record<string, unknown>): Answer {
  return readAnswer(response, {
    model: "gpt-5.2",
    domains: [],
    maxCitations: 3,
    today: "2026-11-16",
    store: true,
  });
}

Deno.test("readAnswer() shows no source that hides what it is", () => {
  const sources = [
    { type: "url", url: " https://a.com/x\n" },
    { type: "url", url: "javascript:alert(1)" },
    { type: "url", url: "data:text/html,x" },
    { type: "url", url: "https://" },
    { type: "api", name: "oai-\nnews" },
    { type: "api", name: "x".repeat(65) },
    { type: "\x1b[31mapi\x1b[0m", name: "oai-news" },
  ];
  const search = { type: "web_search_call", action: { sources } };
  const { answer, citations } = read({ output: [search, message("T.")] });
  assert.equal(
    answer,
    "T.\n\nSources:\n- https://a.com/x (accessed 2026-11-16)\n- oai-news (accessed 2026-11-16)",
  );
  assert.deepEqual(citations.map(({ title }) => title), [undefined, "api"]);
  const url = "https://b.com/\u202egpj.\x1b]0;x\x07exe \r\n- c";
  const title = `  A\n\x1b[1m\u2066${"x".repeat(999)}`;
  const cited = { type: "url_citation", url, title };
  const page = read({ output: [message("T.", [cited])] });
  assert.equal(page.citations[0]?.url, "https://b.com/gpj.exe%20-%20c");
  assert.equal(page.citations[0]?.title, `A ${"x".repeat(197)}…`);
});

Deno.test("readAnswer() tells a refusal in the model's words", () => {
  const refusal = "I can’t help\nwith \x1b[1mthat.";
  const refused = { type: "message", content: [{ type: "refusal", refusal }] };
  assert.throws(() => read({ output: [refused] }), {
    reason: "refused",
    message:
      'No answer: the model declined ("I can’t help with that."); rephrase the question or ask for something else',
  });
  const long = {
    ...refused,
    content: [{ type: "refusal", refusal: "x ".repeat(999) }],
  };
  assert.throws(() => read({ output: [long] }), {
    message: /…"\); rephrase the question or ask for something else$/,
  });
  const answer = read({ output: [message("This much."), refused] });
  assert.equal(answer.answer, "This much.");
  assert.deepEqual(answer.incomplete, { reason: "refusal" });
});

Deno.test("readAnswer() lists what was searched for, each once, at most ten", () => {
  const search = (action: Record<string, unknown>): unknown => ({
    type: "web_search_call",
    action: { type: "search", ...action },
  });
  const usage = { input_tokens: 1, output_tokens: 2 };
  const output = [
    search({ queries: ["a", " b\nc "], query: "a" }),
    search({ query: "a" }),
    { type: "web_search_call", action: { type: "open_page" } },
    search({ queries: Array.from({ length: 20 }, (_, i) => `q${i}`) }),
    message("T."),
  ];
  const answer = read({ output, usage });
  assert.deepEqual(answer.queries?.slice(0, 4), ["a", "b c", "q0", "q1"]);
  assert.equal(answer.queries?.length, 10);
  assert.equal(answer.usage?.searches, 3);
});

Deno.test("readAnswer() counts searches that were not billed, too", () => {
  const search = { type: "web_search_call", action: { type: "search" } };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const searches = (num_requests?: number): number | undefined =>
    read({
      usage,
      ...num_requests !== undefined &&
        { tool_usage: { web_search: { num_requests } } },
      output: [search, search, message("T.")],
    }).usage?.searches;
  assert.deepEqual([searches(), searches(0), searches(3)], [2, 2, 3]);
});

Deno.test("readAnswer() knows the results of a search, where a server has them", () => {
  const results = [
    { url: "https://a.com/x", title: "What is new" },
    { url: "https://b.com/" },
  ];
  const search = { type: "web_search_call", action: {}, results };
  const { citations } = read({
    output: [search, message("T, see “What is new”.")],
  });
  assert.deepEqual(citations.map(({ url }) => url), ["https://a.com/x"]);
});
