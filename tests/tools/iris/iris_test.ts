import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { createIrisTools } from "../../../src/tools/iris/iris.ts";
import { failureIn, setUp } from "../../kit/answer_setup.ts";

Deno.test("iris ends its text with the response id and structures both", async () => {
  await using api = startFakeOpenAI();
  const outcome = await setUp(api.baseUrl)
    .call("iris", { input: "weather in Tokyo on 2025-08-09" });
  assert.ok(outcome.ok);
  const { text, response_id } = outcome.structured ?? {};
  assert.match(String(response_id), /^resp_/);
  assert.equal(outcome.text, `${text}\n\n[Response ID: ${response_id}]`);
  assert.match(
    String(text),
    /\n\nSources:\n- https:.* \(2025-08-09\)\n- oai-weather \(2025-08-09\)$/,
  );
});

Deno.test("iris describes previous_response_id in the words of 002", () => {
  const { environment } = setUp("http://127.0.0.1:9/v1");
  const [iris] = createIrisTools(environment);
  assert.equal(
    iris?.definition.inputSchema.properties.previous_response_id?.description,
    "Previous OpenAI response ID for conversation continuity. Valid for 30 days from creation. Enables context preservation across multiple tool calls. Use the Response ID from previous iris tool response.",
  );
});

Deno.test("iris sends its arguments under the API's names", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  await setup.call("iris", {
    input: "compute",
    model: "o3",
    reasoningEffort: "high",
    searchContextSize: "low",
    useCodeInterpreter: true,
  });
  await setup.call("iris", { input: "q", useCodeInterpreter: false });
  const [given, plain] = api.requests.map(({ body }) => body);
  assert.deepEqual(
    [
      given?.model,
      given?.reasoning,
      given?.tool_choice,
      given?.parallel_tool_calls,
      given?.input,
    ],
    ["o3", { effort: "high" }, "auto", true, "compute"],
  );
  assert.deepEqual(
    given?.tools?.map((tool) => tool.type),
    ["web_search", "code_interpreter"],
  );
  assert.equal(plain?.model, "gpt-5.2");
  assert.deepEqual(plain?.tools?.map((tool) => tool.type), ["web_search"]);
  assert.ok(plain?.instructions);
});

Deno.test("iris asks whatever model it is given", async () => {
  await using api = startFakeOpenAI();
  const { call } = setUp(api.baseUrl);
  const models = ["gpt-5", "o3", "gpt-6-astra", "azure/gpt-6-sol:free"];
  for (const model of models) {
    assert.ok((await call("iris", { input: "q", model })).ok, model);
  }
  assert.deepEqual(api.requests.map(({ body }) => body.model), models);
});

Deno.test("iris continues a conversation", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const first = await setup.call("iris", { input: "Who is Ada?" });
  assert.ok(first.ok);
  const id = first.structured?.response_id;
  const args = { input: "And then?", previous_response_id: id };
  const second = await setup.call("iris", args);
  assert.ok(second.ok);
  assert.match(second.text, /^Continuing from "Who is Ada\?"/);
  assert.equal(api.requests[0]?.body.previous_response_id, undefined);
  assert.equal(api.requests[1]?.body.previous_response_id, id);
});

Deno.test("iris adds nothing when there is no id", async () => {
  await using api = startFakeOpenAI();
  api.next({ script: { text: "Just text.", withoutId: true } });
  const outcome = await setUp(api.baseUrl).call("iris", { input: "q" });
  assert.deepEqual(outcome, { ok: true, text: "Just text." });
});

Deno.test("iris fails under its own name", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const cases: [Record<string, unknown>, string][] = [
    [{ input: " " }, "invalid_arguments"],
    [{ query: "q" }, "invalid_arguments"],
    [{ input: "q", model: "two words" }, "invalid_arguments"],
    [{ input: "q", model: "" }, "invalid_arguments"],
    [
      { input: "q", previous_response_id: "resp_no" },
      "previous_response_not_found",
    ],
  ];
  for (const [args, reason] of cases) {
    const outcome = await setup.call("iris", args);
    assert.equal(failureIn(outcome).reason, reason);
    assert.equal(!outcome.ok && outcome.error.message, "iris failed");
  }
  assert.equal(api.requests.length, 1);
});

Deno.test("iris names its own argument when it is blank", async () => {
  await using api = startFakeOpenAI();
  const { call } = setUp(api.baseUrl);
  const failure = failureIn(await call("iris", { input: " \n" }));
  assert.equal(failure.reason, "invalid_arguments");
  assert.match(String(failure.message), /^Invalid arguments: input: got/);
});

Deno.test("iris continues nothing where no answer is kept", async () => {
  await using api = startFakeOpenAI();
  const { call } = setUp(api.baseUrl, {
    config: { responses: { store: false } },
  });
  const args = { input: "q", previous_response_id: "resp_1" };
  const failure = failureIn(await call("iris", args));
  assert.equal(failure.reason, "invalid_arguments");
  assert.match(
    String(failure.message),
    /previous_response_id: .*store is false/,
  );
  assert.equal(api.requests.length, 0);
});

Deno.test("iris says that its argument may have named the unknown model", async () => {
  await using api = startFakeOpenAI();
  const error = { code: "model_not_found" };
  api.always({ fault: { kind: "status", status: 404, error } });
  const { call } = setUp(api.baseUrl);
  const failure = failureIn(await call("iris", { input: "q", model: "o3" }));
  assert.equal(failure.reason, "model_not_found");
  assert.match(
    String(failure.message),
    /^Model o3 .*: leave the argument model out, or set another in /,
  );
});

Deno.test("iris names an argument that it does not have, and asks nobody", async () => {
  await using api = startFakeOpenAI();
  const { call } = setUp(api.baseUrl);
  const failure = failureIn(await call("iris", { input: "q", query: "q" }));
  assert.equal(failure.reason, "invalid_arguments");
  assert.match(String(failure.message), /query/);
  assert.equal(api.requests.length, 0);
});
