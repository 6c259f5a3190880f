import assert from "node:assert/strict";
import { answerRequest } from "../../../src/responses/request/answer_request.ts";
import type { RequestContext } from "../../../src/responses/request/request_body.ts";
import { configWith } from "../../kit/answer_setup.ts";

function contextWith(): RequestContext {
  return { settings: configWith(), policy: "Be brief", today: "2026-11-16" };
}

Deno.test("answerRequest() sends exactly the fields of the contract", () => {
  const context = contextWith();
  const { body } = answerRequest({ query: "q" }, "answer", context);
  assert.deepEqual(body, {
    model: "gpt-5.2",
    instructions: "Be brief\n\nToday is 2026-11-16. Time zone: Asia/Tokyo.",
    input: "q\n\n[Hints] recency_days=60, max_results=5",
    tools: [{
      type: "web_search",
      search_context_size: "medium",
      user_location: { type: "approximate" },
    }],
    include: ["web_search_call.action.sources"],
    text: { verbosity: "medium" },
    reasoning: { effort: "medium" },
    store: true,
  });
});

Deno.test("answerRequest() filters by domain in the API, not only in words", () => {
  const domains = ["jma.go.jp", "tenki.jp"];
  const context = contextWith();
  const question = { query: "q", recency_days: 0, max_results: 1, domains };
  const { body } = answerRequest(question, "answer_quick", context);
  assert.equal(
    body.input,
    "q\n\n[Hints] recency_days=0, max_results=1, domains=jma.go.jp, tenki.jp",
  );
  assert.deepEqual(
    body.tools?.map((tool) => "filters" in tool ? tool.filters : undefined),
    [{ allowed_domains: domains }],
  );
});

Deno.test("answerRequest() sends effort and verbosity where supported", () => {
  const fields = (model: string, supports?: object): string[] => {
    const profile = { model, ...supports && { supports } };
    const settings = configWith({ model_profiles: { answer: profile } });
    const context = { ...contextWith(), settings };
    const { body } = answerRequest({ query: "q" }, "answer", context);
    return Object.keys(body).filter((k) => k === "text" || k === "reasoning");
  };
  assert.deepEqual(fields("gpt-6-sol"), ["text", "reasoning"]);
  assert.deepEqual(fields("o3"), ["reasoning"]);
  assert.deepEqual(fields("gpt-4.1"), []);
  assert.deepEqual(fields("llama", { verbosity: true }), ["text"]);
});

Deno.test("answerRequest() takes medium for what a profile leaves out", () => {
  const answer = { model: "gpt-5.2" };
  const settings = configWith({ model_profiles: { answer } });
  const context = { ...contextWith(), settings };
  const question = { query: "q", domains: ["a.com"] };
  const { body } = answerRequest(question, "answer", context);
  assert.deepEqual(body.text, { verbosity: "medium" });
  assert.deepEqual(body.reasoning, { effort: "medium" });
  assert.match(body.input, /, domains=a\.com$/);
});

Deno.test("answerRequest() falls back to the profile answer", () => {
  const answer = { model: "o4-mini", reasoning_effort: "low" } as const;
  const settings = configWith({ model_profiles: { answer } });
  const context = { ...contextWith(), settings };
  const { body } = answerRequest({ query: "q" }, "answer_quick", context);
  assert.equal(body.model, "o4-mini");
  assert.deepEqual(body.reasoning, { effort: "low" });
});

Deno.test("answerRequest() makes a lone surrogate well-formed", () => {
  const context = contextWith();
  const { body } = answerRequest({ query: "a\uD800b" }, "answer", context);
  assert.match(body.input, /^a\uFFFDb\n/);
});

Deno.test("answerRequest() completes the user's location", () => {
  const search = { user_location: { country: "JP", timezone: "Asia/Tokyo" } };
  const settings = configWith({ search });
  const context = { ...contextWith(), settings };
  const { body } = answerRequest({ query: "q" }, "answer", context);
  assert.deepEqual(
    body.tools?.map((tool) => "user_location" in tool && tool.user_location),
    [{ country: "JP", timezone: "Asia/Tokyo", type: "approximate" }],
  );
});

Deno.test("answerRequest() sends blocked domains beside those that are searched", () => {
  const search = {
    blocked_domains: ["https://Ads.example/x", "*.spam.example"],
    external_web_access: true,
  };
  const settings = configWith({ search });
  const context = { ...contextWith(), settings };
  const question = { query: "q", domains: ["a.com"] };
  const { body, reading } = answerRequest(question, "answer", context);
  const blocked = ["ads.example", "spam.example"];
  assert.deepEqual(body.tools, [{
    type: "web_search",
    search_context_size: "medium",
    user_location: { type: "approximate" },
    external_web_access: true,
    filters: { allowed_domains: ["a.com"], blocked_domains: blocked },
  }]);
  assert.deepEqual(reading.blockedDomains, blocked);
});

Deno.test("answerRequest() searches no domain that is blocked", () => {
  const search = { blocked_domains: ["example.com"] };
  const settings = configWith({ search });
  const context = { ...contextWith(), settings };
  const domains = ["good.org", "docs.example.com"];
  assert.throws(
    () => answerRequest({ query: "q", domains }, "answer", context),
    /domains\[1\]: got "docs\.example\.com", want a host name that search\.blocked_domains does not block/,
  );
});

Deno.test("answerRequest() tells a search without filters what is blocked, if anything is", () => {
  const inputFor = (blocked_domains: string[]): unknown => {
    const search = { tool: "web_search_preview", blocked_domains };
    const settings = configWith({ search });
    const context = { ...contextWith(), settings };
    return answerRequest({ query: "q" }, "answer", context).body.input;
  };
  assert.match(
    String(inputFor(["a.com", "b.org"])),
    /blocked_domains=a\.com, b\.org$/,
  );
  assert.doesNotMatch(String(inputFor([])), /blocked_domains/);
});

Deno.test("answerRequest() merges a profile's own fields into the request", () => {
  const answer = {
    model: "gpt-5.2",
    request: {
      reasoning: { summary: "auto" },
      text: { verbosity: "low" },
      tool_choice: "required",
      max_output_tokens: 99,
    },
  };
  const settings = configWith({
    model_profiles: { answer },
    responses: {
      max_output_tokens: 1000,
      service_tier: "flex",
      metadata: { team: "docs" },
    },
  });
  const context = { ...contextWith(), settings };
  const { body } = answerRequest({ query: "q" }, "answer", context);
  assert.deepEqual(body.reasoning, { effort: "medium", summary: "auto" });
  assert.deepEqual(body.text, { verbosity: "low" });
  assert.deepEqual(
    [body.tool_choice, body.max_output_tokens, body.service_tier],
    ["required", 99, "flex"],
  );
  assert.deepEqual(body.metadata, { team: "docs" });
  // The settings are as they were.
  assert.deepEqual(answer.request.reasoning, { summary: "auto" });
});

Deno.test("answerRequest() gives a search only what it takes", () => {
  const requestWith = (tool: string): [unknown, string] => {
    const search = { tool, blocked_domains: ["a.com"] };
    const context = { ...contextWith(), settings: configWith({ search }) };
    const { body } = answerRequest({ query: "q" }, "answer", context);
    return [body.tools, body.input];
  };
  const size = { search_context_size: "medium" };
  const user_location = { type: "approximate" };
  const hints = "q\n\n[Hints] recency_days=60, max_results=5";
  const filters = { blocked_domains: ["a.com"] };
  const dated = "web_search_2025_08_26";
  assert.deepEqual(requestWith(dated), [
    [{ type: dated, ...size, user_location, filters }],
    hints,
  ]);
  const preview = "web_search_preview_2025_03_11";
  assert.deepEqual(requestWith(preview), [
    [{ type: preview, ...size, user_location }],
    `${hints}, blocked_domains=a.com`,
  ]);
  assert.deepEqual(requestWith("web_searcher"), [
    [{ type: "web_searcher" }],
    `${hints}, blocked_domains=a.com`,
  ]);
  assert.deepEqual(requestWith("None"), [undefined, "q"]);
});
