import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import {
  openResponses,
  ResponsesError,
  SYSTEM_POLICY,
} from "../../src/responses/mod.ts";
import { configWith } from "../kit/answer_setup.ts";

Deno.test("openResponses() asks without a server around it", async () => {
  await using api = startFakeOpenAI();
  const responses = openResponses({
    settings: configWith({ openai: { base_url: api.baseUrl } }),
    env: () => "sk-library-key",
  });
  const { answer, response_id } = await responses.ask({ query: "HTTP 404?" });
  assert.match(answer, /404/);
  const question = { query: "And 410?", previous_response_id: response_id };
  assert.ok((await responses.ask(question, "answer_quick")).answer);
  assert.equal(
    api.requests[0]?.body.instructions.startsWith(SYSTEM_POLICY),
    true,
  );
});

Deno.test("openResponses() rejects with a reason", async () => {
  const responses = openResponses({ env: () => undefined });
  await assert.rejects(responses.ask({ query: "q" }), (error) => {
    assert.ok(error instanceof ResponsesError);
    assert.equal(error.reason, "missing_api_key");
    return true;
  });
});

Deno.test("openResponses() holds questions against the tools' own schemas", async () => {
  const responses = openResponses({ env: () => assert.fail("it went on") });
  const wrong = { query: "q", max_results: 11, domains: ["a b"] };
  await assert.rejects(responses.ask(wrong), {
    reason: "invalid_arguments",
    message:
      "Invalid arguments: max_results: got 11, want a whole number from 1 to 10",
  });
  const query = "q";
  for (const length of [0, 257]) {
    const previous_response_id = "x".repeat(length);
    await assert.rejects(responses.ask({ query, previous_response_id }), {
      reason: "invalid_arguments",
      message: /^Invalid arguments: previous_response_id: got "/,
    });
  }
  const input = " ";
  await assert.rejects(responses.askIris({ input }), {
    reason: "invalid_arguments",
    message: /^Invalid arguments: input: got " ", want a question/,
  });
});
