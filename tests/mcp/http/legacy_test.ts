import assert from "node:assert/strict";
import { runtime } from "../../../src/runtime/deno.ts";
import { HttpPair, messagesOf } from "../../kit/http_pair.ts";
import { heldTool, said, testTool } from "../../kit/test_tools.ts";

const ECHO = testTool("echo", () => said("hi"));
const CALL = {
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name: "echo" },
};
const HELD = { ...CALL, params: { name: "held" } };

Deno.test("initialize gives a session, and its messages are served", async () => {
  const pair = new HttpPair({ tools: { tools: [ECHO] } });
  const session = await pair.session();
  assert.match(session, /^[\x21-\x7e]+$/);
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  assert.equal((await pair.legacy(note, { session })).status, 202);
  const response = await pair.legacy(CALL, { session });
  assert.equal(response.status, 200);
  const [message] = await messagesOf(response);
  assert.equal(message?.id, 7);
  assert.equal(message?.result?.resultType, undefined);
  const unknown = { ...CALL, method: "resources/list" };
  const refused = await pair.legacy(unknown, { session });
  assert.equal(refused.status, 200, "404 would mean a lost session");
  assert.equal((await messagesOf(refused))[0]?.error?.code, -32601);
});

Deno.test("a message without a session gets 400, with a false one 404", async () => {
  const pair = new HttpPair({ tools: { tools: [ECHO] } });
  const without = await pair.legacy(CALL);
  assert.equal(without.status, 400);
  assert.equal((await messagesOf(without))[0]?.id, 7);
  const session = await pair.session();
  // Not the last character: some of its bits stand for nothing.
  const other = session.at(-2) === "A" ? "B" : "A";
  const forged = [
    "x",
    "",
    ".",
    session + ".x",
    session.slice(0, -2) + other + session.at(-1),
    `e30.${session.split(".")[1]}`,
    await new HttpPair().session(),
  ];
  for (const id of forged) {
    const headers = { "mcp-session-id": id };
    const response = await pair.legacy(CALL, { headers });
    assert.equal(response.status, 404, id);
    await response.body?.cancel();
  }
});

Deno.test("any replica with the secret knows a session", async () => {
  const secret = "one secret of two replicas";
  const tools = { tools: [ECHO] };
  const session = await new HttpPair({ tools, secret }).session();
  const other = new HttpPair({ tools, secret });
  const response = await other.legacy(CALL, { session });
  assert.equal(response.status, 200);
  await response.body?.cancel();
});

Deno.test("a session ends by DELETE here, and after a day everywhere", async () => {
  const secret = "one secret of two replicas";
  const tools = { tools: [ECHO] };
  let now = 1_000_000;
  const clock = { ...runtime.clock, now: () => now };
  const pair = new HttpPair({ tools, secret, clock });
  const other = new HttpPair({ tools, secret, clock });
  const session = await pair.session();
  const status = async (to: HttpPair, method: string) => {
    const response = await to.fetch(JSON.stringify(CALL), { session, method });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await status(pair, "POST"), 200);
  assert.equal(await status(pair, "DELETE"), 204);
  assert.equal(await status(pair, "POST"), 404);
  assert.equal(await status(pair, "DELETE"), 404);
  assert.equal(await status(other, "POST"), 200);
  now += 24 * 60 * 60 * 1000 - 1;
  assert.equal(await status(other, "POST"), 200);
  now++;
  assert.equal(await status(other, "POST"), 404);
});

Deno.test("a session belongs to its caller", async () => {
  const tokens = { alice: "token-of-alice-1", bob: "token-of-bob-123" };
  const pair = new HttpPair({ tools: { tools: [ECHO] }, tokens });
  const session = await pair.session({ token: tokens.alice });
  const own = await pair.legacy(CALL, { session, token: tokens.alice });
  assert.equal(own.status, 200);
  await own.body?.cancel();
  const foreign = await pair.legacy(CALL, { session, token: tokens.bob });
  assert.equal(foreign.status, 404);
  await foreign.body?.cancel();
});

Deno.test("closing a legacy request is no cancellation", async () => {
  const held = heldTool();
  const pair = new HttpPair({ tools: { tools: [held.tool] } });
  const session = await pair.session();
  const abort = new AbortController();
  const { signal } = abort;
  const pending = pair.legacy(HELD, { session, signal });
  const context = await held.called();
  abort.abort();
  await pending;
  assert.equal(context.signal.reason.why, "closing");
  held.release();
  await pair.handler.drain();
  const calls = pair.accesses.filter(({ tool }) => tool === "held");
  assert.deepEqual(calls.map(({ status }) => status), [499]);
});

Deno.test("notifications/cancelled of the session ends the call without an answer", async () => {
  const { promise: called, resolve: call } = Promise.withResolvers<void>();
  const tool = testTool("held", async (_args, { signal }) => {
    call();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return said("never");
  });
  const pair = new HttpPair({ tools: { tools: [tool] } });
  const session = await pair.session();
  const other = await pair.session();
  const pending = pair.legacy(HELD, { session });
  await called;
  const cancel = {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 7, reason: "enough" },
  };
  await pair.legacy(cancel, { session: other });
  const list = { ...CALL, id: 8, method: "tools/list" };
  const listed = await pair.legacy(list, { session });
  await listed.body?.cancel();
  await pair.legacy(cancel, { session });
  assert.deepEqual(await messagesOf(await pending), []);
});

Deno.test("batches are for revision 2025-03-26", async () => {
  const pair = new HttpPair({ tools: { tools: [ECHO] } });
  const batch = [CALL, { ...CALL, id: 8 }];
  const old = await pair.session({}, "2025-03-26");
  const served = await messagesOf(await pair.legacy(batch, { session: old }));
  assert.deepEqual(served.map(({ id }) => id), [7, 8]);
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  const noted = await pair.legacy([note, note], { session: old });
  assert.equal(noted.status, 202);
  const session = await pair.session();
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const modern = [{ ...CALL, params: { ...CALL.params, _meta } }];
  for (
    const [body, id] of [[batch, session], [[], old], [modern, old]] as const
  ) {
    const refused = await pair.legacy(body, { session: id });
    assert.equal((await messagesOf(refused))[0]?.error?.code, -32600);
  }
});

Deno.test("a revision that nobody knows is refused in the header", async () => {
  const pair = new HttpPair({ tools: { tools: [ECHO] } });
  const session = await pair.session();
  const headers = { "mcp-protocol-version": "1999-01-01" };
  const response = await pair.legacy(CALL, { session, headers });
  assert.equal(response.status, 400);
  await response.body?.cancel();
});
