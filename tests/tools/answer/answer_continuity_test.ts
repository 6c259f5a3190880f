import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { answerIn, failureIn, setUp } from "../../kit/answer_setup.ts";

Deno.test("answer sends no previous_response_id unless it is given", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  await setup.call("answer", { query: "q" });
  await setup.call("answer", { query: "q", previous_response_id: null });
  for (const { body } of api.requests) {
    assert.equal("previous_response_id" in body, false);
  }
});

Deno.test("answer tools continue each other's conversation", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const first = answerIn(await setup.call("answer", { query: "Who is Ada?" }));
  let id = String(first.response_id);
  assert.match(id, /^resp_/);
  for (const name of ["answer_detailed", "answer_quick", "answer"]) {
    const args = { query: "And then?", previous_response_id: id };
    const next = answerIn(await setup.call(name, args));
    assert.equal(api.requests.at(-1)?.body.previous_response_id, id);
    assert.match(String(next.answer), /Continuing from/);
    assert.notEqual(next.response_id, id);
    id = String(next.response_id);
  }
});

Deno.test("answer resends its instructions with every turn", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const { response_id } = answerIn(await setup.call("answer", { query: "q" }));
  const args = { query: "r", previous_response_id: response_id };
  await setup.call("answer", args);
  const [first, second] = api.requests.map(({ body }) => body.instructions);
  assert.ok(first);
  assert.equal(second, first);
});

Deno.test("answer explains an id that never existed or has expired", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const { response_id } = answerIn(await setup.call("answer", { query: "q" }));
  api.forget(String(response_id));
  for (const id of ["resp_unknown", String(response_id)]) {
    const args = { query: "q", previous_response_id: id };
    const failure = failureIn(await setup.call("answer", args));
    assert.equal(failure.reason, "previous_response_not_found");
    assert.equal(
      failure.message,
      `Previous response not found: ${id}. The response may have expired (30 day limit) or never existed. Leave previous_response_id out to start a new conversation`,
    );
  }
});

Deno.test("answer explains an id that the API finds malformed", async () => {
  await using api = startFakeOpenAI();
  const error = { param: "previous_response_id", code: "invalid_value" };
  api.next({ fault: { kind: "status", status: 400, error } });
  const args = { query: "q", previous_response_id: "other_1" };
  const failure = failureIn(await setUp(api.baseUrl).call("answer", args));
  assert.equal(failure.reason, "previous_response_not_found");
  assert.match(
    String(failure.message),
    /^Invalid or expired previous_response_id: other_1\. Response IDs are valid for 30 days\./,
  );
});

Deno.test("answer gives no response_id that would lead nowhere", async () => {
  await using api = startFakeOpenAI();
  const config = { responses: { store: false } };
  const unstored = await setUp(api.baseUrl, { config })
    .call("answer", { query: "q" });
  assert.equal("response_id" in answerIn(unstored), false);
  assert.equal(api.requests[0]?.body.store, false);
  api.next({ script: { text: "T.", withoutId: true } });
  const nameless = await setUp(api.baseUrl).call("answer", { query: "q" });
  assert.equal("response_id" in answerIn(nameless), false);
});
