import assert from "node:assert/strict";
import { createToolSet } from "../../../src/tools/mod.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { setUp } from "../../kit/answer_setup.ts";
import { type FakeOpenAI, startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { HttpPair, messagesOf, MODERN } from "../../kit/http_pair.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const TOKENS = { alice: "token-of-alice-1", bob: "token-of-bob-123" };
const SECRET = "one secret of two replicas";
const QUESTION = { query: "latest news" };

/** What a tool answers to a caller: its JSON, and whether it failed. */
async function call(
  pair: HttpPair,
  token: string,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown> & { readonly failed: boolean }> {
  const params = { name, arguments: args };
  const response = await pair.modern("tools/call", params, { token });
  const result = (await messagesOf(response)).at(-1)?.result;
  const { isError = false, structuredContent, content } = result as {
    isError?: boolean;
    structuredContent?: Record<string, unknown>;
    content: { text: string }[];
  };
  const data = structuredContent ?? JSON.parse(content[0]?.text ?? "");
  return { ...data, failed: isError };
}

function forge(id: string): string[] {
  const [bare = "", tag = ""] = id.split(".");
  const other = tag.startsWith("A") ? "B" : "A";
  return [bare, `${bare}.`, `${bare}.${other}${tag.slice(1)}`, `${id}.${tag}`];
}

function answering(api: FakeOpenAI): HttpPair {
  const { environment } = setUp(api.baseUrl);
  const tools = createToolSet(environment);
  return new HttpPair({ tools, tokens: TOKENS, secret: SECRET });
}

Deno.test("an answer is continued by its own caller alone, at any replica", async () => {
  await using api = startFakeOpenAI();
  const [here, there] = [answering(api), answering(api)];
  const { alice, bob } = TOKENS;
  const first = await call(here, alice, "answer", QUESTION);
  const id = String(first.response_id);
  assert.match(id, /^resp_\w+\.[\w-]+$/);
  const again = { ...QUESTION, previous_response_id: id };
  const second = await call(there, alice, "answer", again);
  assert.equal(second.failed, false);
  const sent = api.requests.at(-1)?.body;
  assert.equal(sent?.previous_response_id, id.split(".")[0]);
  const asked = api.requests.length;
  for (
    const [token, foreign] of [
      [bob, id],
      ...forge(id).map((forged) => [alice, forged] as const),
    ] as const
  ) {
    const args = { ...QUESTION, previous_response_id: foreign };
    const refused = await call(here, token, "answer", args);
    assert.equal(refused.failed, true, foreign);
    assert.match(JSON.stringify(refused), /previous_response_not_found/);
  }
  assert.equal(api.requests.length, asked, "nothing of it reached the API");
});

Deno.test("where callers are not told apart an answer has the API's own id", async () => {
  await using api = startFakeOpenAI();
  const { environment } = setUp(api.baseUrl);
  const pair = new HttpPair({ tools: createToolSet(environment) });
  const { response_id } = await call(pair, "", "answer", QUESTION);
  assert.match(String(response_id), /^resp_\w+$/);
  const again = { ...QUESTION, previous_response_id: response_id };
  assert.equal((await call(pair, "", "answer", again)).failed, false);
  assert.equal(api.requests.at(-1)?.body.previous_response_id, response_id);
});

Deno.test("answers in the background, and their tasks, are their caller's", async () => {
  await using api = startFakeOpenAI();
  const { environment } = setUpBackground(api.baseUrl);
  const tools = createToolSet(environment);
  const pair = new HttpPair({ tools, tokens: TOKENS, secret: SECRET });
  const { alice, bob } = TOKENS;
  const { response_id } = await call(pair, alice, "answer", QUESTION);
  const own = await call(pair, alice, "answer_result", { response_id });
  assert.equal(own.failed, false, JSON.stringify(own));
  const extensions = { "io.modelcontextprotocol/tasks": {} };
  const key = "io.modelcontextprotocol/clientCapabilities";
  const _meta = { ...MODERN, [key]: { extensions } };
  const task = async (token: string, taskId: string) => {
    const headers = { "mcp-name": taskId };
    const params = { taskId, _meta };
    const sending = { token, headers };
    const response = await pair.modern("tasks/get", params, sending);
    return (await messagesOf(response))[0];
  };
  const id = String(response_id);
  assert.equal((await task(alice, id))?.result?.status, "completed");
  for (
    const [token, foreign] of [
      [bob, id],
      ...forge(id).map((forged) => [alice, forged] as const),
    ] as const
  ) {
    const args = { response_id: foreign };
    const refused = await call(pair, token, "answer_result", args);
    assert.equal(refused.failed, true, foreign);
    assert.equal((await task(token, foreign))?.error?.code, -32602, foreign);
  }
  const { items } = await call(pair, bob, "answer_result", {});
  assert.deepEqual(items, []);
});

Deno.test("a search is paged through by its own caller alone, at any replica with the same manual", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra lion\n" });
  const searching = (secret = SECRET): HttpPair => {
    const { environment } = setUp("http://127.0.0.1:1", {
      config: {
        server: { tools: ["manual"] },
        manuals: { root: root.path, refresh_ms: 0 },
      },
    });
    const tools = createToolSet(environment);
    return new HttpPair({ tools, tokens: TOKENS, secret });
  };
  const [here, there] = [searching(), searching()];
  const { alice, bob } = TOKENS;
  const args = { manual_id: "guide", query: "lion", required_terms: ["lion"] };
  const { trace_id } = await call(here, alice, "manual_find", args);
  const id = String(trace_id);
  assert.doesNotMatch(
    atob(id.replaceAll("-", "+").replaceAll("_", "/")),
    /lion/,
  );
  const page = await call(there, alice, "manual_hits", { trace_id });
  assert.equal(page.total, 1);
  const first = id.startsWith("A") ? "B" : "A";
  for (
    const [pair, token, foreign] of [
      [here, bob, id],
      [there, bob, id],
      [here, alice, id.slice(0, -4)],
      [here, alice, `${first}${id.slice(1)}`],
      [searching("another secret, of others"), alice, id],
    ] as const
  ) {
    const args = { trace_id: foreign };
    const refused = await call(pair, token, "manual_hits", args);
    assert.equal(refused.code, "not_found");
  }
  Deno.writeTextFileSync(`${root.path}/guide/b.md`, "# Lion\nlion\n");
  const changed = await call(searching(), alice, "manual_hits", { trace_id });
  assert.equal(changed.code, "not_found");
  for (const pair of [here, there]) await pair.handler.drain();
});
