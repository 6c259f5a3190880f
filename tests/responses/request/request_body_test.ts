import assert from "node:assert/strict";
import {
  buildAnswerRequest,
  buildIrisRequest,
} from "../../../src/responses/request/request_body.ts";
import { configWith } from "../../kit/answer_setup.ts";

const instructions = "Be brief";

Deno.test("buildAnswerRequest() sends exactly the fields of the contract", () => {
  const context = { settings: configWith(), instructions, domains: [] };
  const { body } = buildAnswerRequest({ query: "q" }, "answer", context);
  assert.deepEqual(body, {
    model: "gpt-5.2",
    instructions,
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

Deno.test("buildAnswerRequest() filters by domain in the API, not only in words", () => {
  const domains = ["jma.go.jp", "tenki.jp"];
  const context = { settings: configWith(), instructions, domains };
  const question = { query: "q", recency_days: 0, max_results: 1 };
  const { body } = buildAnswerRequest(question, "answer_quick", context);
  assert.equal(
    body.input,
    "q\n\n[Hints] recency_days=0, max_results=1, domains=jma.go.jp, tenki.jp",
  );
  assert.deepEqual(
    body.tools.map((tool) => "filters" in tool ? tool.filters : undefined),
    [{ allowed_domains: domains }],
  );
});

Deno.test("buildAnswerRequest() sends effort and verbosity where supported", () => {
  const fields = (model: string, supports?: object): string[] => {
    const profile = { model, ...supports && { supports } };
    const settings = configWith({ model_profiles: { answer: profile } });
    const context = { settings, instructions, domains: [] };
    const { body } = buildAnswerRequest({ query: "q" }, "answer", context);
    return Object.keys(body).filter((k) => k === "text" || k === "reasoning");
  };
  assert.deepEqual(fields("gpt-6-sol"), ["text", "reasoning"]);
  assert.deepEqual(fields("o3"), ["reasoning"]);
  assert.deepEqual(fields("gpt-4.1"), []);
  assert.deepEqual(fields("llama", { verbosity: true }), ["text"]);
});

Deno.test("buildAnswerRequest() takes medium for what a profile leaves out", () => {
  const answer = { model: "gpt-5.2" };
  const settings = configWith({ model_profiles: { answer } });
  const context = { settings, instructions, domains: ["a.com"] };
  const { body } = buildAnswerRequest({ query: "q" }, "answer", context);
  assert.deepEqual(body.text, { verbosity: "medium" });
  assert.deepEqual(body.reasoning, { effort: "medium" });
  assert.match(body.input, /, domains=a\.com$/);
});

Deno.test("buildAnswerRequest() falls back to the profile answer", () => {
  const answer = { model: "o4-mini", reasoning_effort: "low" } as const;
  const settings = configWith({ model_profiles: { answer } });
  const context = { settings, instructions, domains: [] };
  const { body } = buildAnswerRequest({ query: "q" }, "answer_quick", context);
  assert.equal(body.model, "o4-mini");
  assert.deepEqual(body.reasoning, { effort: "low" });
});

Deno.test("buildAnswerRequest() makes a lone surrogate well-formed", () => {
  const context = { settings: configWith(), instructions, domains: [] };
  const { body } = buildAnswerRequest({ query: "a\uD800b" }, "answer", context);
  assert.match(body.input, /^a\uFFFDb\n/);
});

Deno.test("buildAnswerRequest() completes the user's location", () => {
  const search = { user_location: { country: "JP", timezone: "Asia/Tokyo" } };
  const settings = configWith({ search });
  const context = { settings, instructions, domains: [] };
  const { body } = buildAnswerRequest({ query: "q" }, "answer", context);
  assert.deepEqual(
    body.tools.map((tool) => "user_location" in tool && tool.user_location),
    [{ country: "JP", timezone: "Asia/Tokyo", type: "approximate" }],
  );
});

Deno.test("buildIrisRequest() sends 002's request with our instructions", () => {
  const context = { settings: configWith(), instructions, domains: [] };
  const { body } = buildIrisRequest({
    input: "compute",
    model: "o3",
    searchContextSize: "high",
    useCodeInterpreter: true,
    previous_response_id: "resp_1",
  }, context);
  assert.deepEqual(body, {
    model: "o3",
    instructions,
    input: "compute",
    tools: [
      {
        type: "web_search",
        search_context_size: "high",
        user_location: { type: "approximate" },
      },
      { type: "code_interpreter", container: { type: "auto" } },
    ],
    tool_choice: "auto",
    parallel_tool_calls: true,
    include: ["web_search_call.action.sources"],
    reasoning: { effort: "medium" },
    previous_response_id: "resp_1",
    store: true,
  });
});

Deno.test("buildIrisRequest() takes model and effort of the profile answer", () => {
  const answer = { model: "gpt-5.2", reasoning_effort: "high" } as const;
  const settings = configWith({ model_profiles: { answer } });
  const context = { settings, instructions, domains: [] };
  const { body } = buildIrisRequest({ input: "q" }, context);
  assert.equal(body.model, "gpt-5.2");
  assert.deepEqual(body.reasoning, { effort: "high" });
  const question = { input: "q", reasoningEffort: "low" } as const;
  const { reasoning } = buildIrisRequest(question, context).body;
  assert.deepEqual(reasoning, { effort: "low" });
});
