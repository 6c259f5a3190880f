import assert from "node:assert/strict";
import { irisRequest } from "../../../src/responses/request/iris_request.ts";
import type { RequestContext } from "../../../src/responses/request/request_body.ts";
import { configWith } from "../../kit/answer_setup.ts";

function contextWith(): RequestContext {
  return { settings: configWith(), policy: "Be brief", today: "2026-11-16" };
}

Deno.test("irisRequest() sends 002's request with our instructions", () => {
  const context = contextWith();
  const { body } = irisRequest({
    input: "compute",
    model: "o3",
    searchContextSize: "high",
    useCodeInterpreter: true,
    previous_response_id: "resp_1",
  }, context);
  assert.deepEqual(body, {
    model: "o3",
    instructions: "Be brief\n\nToday is 2026-11-16. Time zone: Asia/Tokyo.",
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

Deno.test("irisRequest() takes model and effort of the profile answer", () => {
  const answer = { model: "gpt-5.2", reasoning_effort: "high" } as const;
  const settings = configWith({ model_profiles: { answer } });
  const context = { ...contextWith(), settings };
  const { body } = irisRequest({ input: "q" }, context);
  assert.equal(body.model, "gpt-5.2");
  assert.deepEqual(body.reasoning, { effort: "high" });
  assert.deepEqual(body.tools?.map(({ type }) => type), ["web_search"]);
  const question = { input: "q", reasoningEffort: "low" } as const;
  const { reasoning } = irisRequest(question, context).body;
  assert.deepEqual(reasoning, { effort: "low" });
});
