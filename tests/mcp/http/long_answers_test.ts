import { withTaskCapabilityV2 } from "@modelcontextprotocol/ext-tasks/core/v2";
import assert from "node:assert/strict";
import { createToolSet } from "../../../src/tools/mod.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { type FakeOpenAI, startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { HttpPair, messagesOf, MODERN } from "../../kit/http_pair.ts";
import { PATIENCE_MS } from "../../kit/mcp_client.ts";
import { MemoryFiles } from "../../kit/memory_files.ts";
import { until } from "../../kit/within.ts";

const TOKENS = { alice: "token-of-alice-1", bob: "token-of-bob-123" };
const CALL = { name: "answer", arguments: { query: "latest news" } };
const SOON = { config: { request: { answer_within_ms: 1 } } };

type Params = Parameters<typeof withTaskCapabilityV2>[0];

/** One of several servers that share a secret and a home. */
function replica(
  api: FakeOpenAI,
  files = new MemoryFiles(),
  options = {},
): HttpPair {
  const { environment } = setUpBackground(api.baseUrl, options, files);
  const tools = createToolSet(environment);
  return new HttpPair({ tools, tokens: TOKENS, secret: "shared by all" });
}

/** The result of a request without a session, or its error. */
async function ask(
  pair: HttpPair,
  method: string,
  params: Record<string, unknown>,
  token: string,
): Promise<Record<string, unknown>> {
  const { taskId } = params;
  const headers = typeof taskId === "string" ? { "mcp-name": taskId } : {};
  const response = await pair.modern(method, params, { token, headers });
  const messages = await messagesOf(response);
  const { result, error } = messages.at(-1) ?? {};
  return { ...result, ...error && { error } };
}

async function call(
  pair: HttpPair,
  name: string,
  args: object,
  token: string,
): Promise<Record<string, unknown>> {
  const params = { name, arguments: args };
  const { content } = await ask(pair, "tools/call", params, token);
  assert.ok(Array.isArray(content));
  return JSON.parse(content[0].text);
}

Deno.test("answer_result over HTTP gives an answer to its caller alone, on any replica", async () => {
  await using api = startFakeOpenAI();
  const files = new MemoryFiles();
  const first = replica(api, files, SOON);
  api.next({ paused: 4 });
  const late = await call(first, "answer", CALL.arguments, TOKENS.alice);
  const { response_id } = late;
  const bare = api.created[0]?.final.id ?? "";
  assert.match(String(response_id), new RegExp(`^${bare}\\.[\\w-]{20,}$`));
  assert.ok(String(late.answer).includes(`"${response_id}"`));
  api.created[0]?.release();

  const second = replica(api, files);
  const get = (id: unknown, token: string) =>
    call(second, "answer_result", { response_id: id }, token);
  const found = await get(response_id, TOKENS.alice);
  assert.match(String(found.answer), /Sources:/);
  assert.equal(found.response_id, response_id);
  const forged = [[response_id, TOKENS.bob], [bare, TOKENS.alice]] as const;
  for (const [id, token] of forged) {
    const { data } = await get(id, token);
    assert.match(JSON.stringify(data), /"reason":"response_not_found"/);
  }
  const list = async (token: string) =>
    (await call(second, "answer_result", {}, token)).items;
  assert.deepEqual(await list(TOKENS.bob), []);
  const [item] = [await list(TOKENS.alice)].flat();
  assert.match(JSON.stringify(item), new RegExp(`"${response_id}"`));
  assert.equal(api.created.length, 1);
});

Deno.test("a task over HTTP is its caller's alone, on any replica", async () => {
  await using api = startFakeOpenAI();
  const first = replica(api);
  const second = replica(api);
  const declaring = (params: object) =>
    withTaskCapabilityV2({ ...params, _meta: MODERN } as Params);
  api.next({ paused: 4 });
  const { taskId } = await ask(
    first,
    "tools/call",
    declaring(CALL),
    TOKENS.alice,
  );
  const bare = api.created[0]?.final.id ?? "";
  assert.match(String(taskId), new RegExp(`^${bare}\\.[\\w-]{20,}$`));
  const task = (method: string, id: unknown, token: string) =>
    ask(second, method, declaring({ taskId: id }), token);
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    const forged = [[taskId, TOKENS.bob], [bare, TOKENS.alice]] as const;
    for (const [id, token] of forged) {
      const { error } = await task(method, id, token);
      assert.match(JSON.stringify(error), /-32602/);
    }
  }
  assert.equal(
    (await task("tasks/get", taskId, TOKENS.alice)).status,
    "working",
  );
  await task("tasks/cancel", taskId, TOKENS.alice);
  assert.equal(api.created[0]?.view(true).status, "cancelled");
  const { status } = await task("tasks/get", taskId, TOKENS.alice);
  assert.equal(status, "cancelled");
});

Deno.test("closing a request cancels its answer at the API; in a session it is left running", async () => {
  await using api = startFakeOpenAI();
  const files = new MemoryFiles();
  const pair = replica(api, files);
  const token = TOKENS.alice;
  const session = await pair.session({ token });
  const message = { jsonrpc: "2.0", id: 2, method: "tools/call", params: CALL };
  const close = async (
    open: (signal: AbortSignal) => Promise<Response>,
    count: number,
  ): Promise<void> => {
    api.next({ paused: 4 });
    const controller = new AbortController();
    const response = open(controller.signal).catch(() => undefined);
    await api.made(count);
    controller.abort();
    await response.then((found) => found?.body?.cancel());
    await api.closed(count);
  };
  await close((signal) => pair.legacy(message, { token, session, signal }), 1);
  await close(
    (signal) => pair.modern("tools/call", CALL, { token, signal }),
    2,
  );
  const isCancelled = (): boolean =>
    api.created[1]?.view(true).status === "cancelled";
  await until(PATIENCE_MS, "the cancellation", isCancelled);
  const states = api.created.map((stored) => stored.view(true).status);
  assert.deepEqual(states, ["in_progress", "cancelled"]);
});
