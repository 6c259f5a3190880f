import assert from "node:assert/strict";
import { checkRequest } from "./fake_openai/check_request.ts";
import { startFakeOpenAI } from "./fake_openai/mod.ts";

const REQUEST = { model: "gpt-5.2", input: "latest news", instructions: "" };

async function post(baseUrl: string, body: object): Promise<Response> {
  return await fetch(`${baseUrl}/responses`, {
    method: "POST",
    headers: { authorization: "Bearer sk-x" },
    body: JSON.stringify({ tools: [], ...body }),
  });
}

Deno.test("the fake API refuses fields and values that the API does not know", () => {
  const cases: [object, string][] = [
    [{ timeout_ms: 5 }, "timeout_ms"],
    [{ text: { verbosity: "max" } }, "text.verbosity"],
    [{ reasoning: { effort: "huge" } }, "reasoning.effort"],
    [{ include: ["everything"] }, "include.0"],
    [{ tools: [{ type: "web_search", domains: [] }] }, "tools.0.domains"],
    [{ model: "gpt-4.1", reasoning: { effort: "low" } }, "reasoning.effort"],
    [{ model: "o3", text: { verbosity: "low" } }, "text.verbosity"],
    [{ input: undefined }, "input"],
  ];
  assert.equal(checkRequest(REQUEST), undefined);
  for (const [body, param] of cases) {
    assert.equal(checkRequest({ ...REQUEST, ...body })?.param, param);
  }
});

Deno.test("the fake API sends the API's events in the API's order", async () => {
  await using api = startFakeOpenAI();
  const body = { ...REQUEST, stream: true, reasoning: { effort: "low" } };
  const text = await (await post(api.baseUrl, body)).text();
  const events = text.trim().split("\n\n").map((block) => {
    const [name, data = ""] = block.split("\n");
    const event = JSON.parse(data.replace("data: ", ""));
    assert.equal(name, `event: ${event.type}`);
    return event;
  });
  assert.deepEqual(
    events.map((event) => event.sequence_number),
    events.map((_, i) => i),
  );
  const types = events.map((event) => event.type.replace("response.", ""));
  assert.deepEqual(types.filter((type, i) => type !== types[i - 1]), [
    "created",
    "in_progress",
    "output_item.added",
    "output_item.done",
    "output_item.added",
    "web_search_call.in_progress",
    "web_search_call.searching",
    "web_search_call.completed",
    "output_item.done",
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.annotation.added",
    "output_text.done",
    "content_part.done",
    "output_item.done",
    "completed",
  ]);
});

Deno.test("the fake API remembers only what was stored", async () => {
  await using api = startFakeOpenAI();
  const ask = async (more: object): Promise<{ id: string; code: string }> => {
    const answer = await (await post(api.baseUrl, { ...REQUEST, ...more }))
      .json();
    return { id: answer.id, code: answer.error?.code };
  };
  const kept = await ask({ store: true });
  const lost = await ask({ store: false });
  assert.equal((await ask({ previous_response_id: kept.id })).code, undefined);
  assert.equal(
    (await ask({ previous_response_id: lost.id })).code,
    "previous_response_not_found",
  );
});
