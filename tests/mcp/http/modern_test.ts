import assert from "node:assert/strict";
import { show } from "../../../src/text/show.ts";
import { ProtocolError } from "../../../src/jsonrpc/messages.ts";
import { HttpPair, messagesOf, MODERN } from "../../kit/http_pair.ts";
import { heldTool, said, testTool } from "../../kit/test_tools.ts";

const ECHO = testTool("echo", () => said("hi"));

Deno.test("a modern request is answered with plain JSON, without a session", async () => {
  const pair = new HttpPair({ tools: { tools: [ECHO] } });
  const response = await pair.modern("tools/call", { name: "echo" });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.equal(response.headers.get("mcp-session-id"), null);
  const [message] = await messagesOf(response);
  assert.equal(message?.result?.resultType, "complete");
  assert.deepEqual(message?.result?.structuredContent, { text: "hi" });
});

Deno.test("progress makes an event stream of the reply", async () => {
  const tool = testTool("slow", (_args, { progress }) => {
    progress("one");
    progress("two");
    return said("done");
  });
  const pair = new HttpPair({ tools: { tools: [tool] } });
  const response = await pair.modern("tools/call", {
    name: "slow",
    _meta: { ...MODERN, progressToken: "t" },
  });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  assert.equal(response.headers.get("x-accel-buffering"), "no");
  const [one, two, answer, ...rest] = await messagesOf(response);
  assert.deepEqual(one?.params, {
    progressToken: "t",
    progress: 1,
    message: "one",
  });
  assert.equal(two?.params?.message, "two");
  assert.deepEqual(answer?.result?.structuredContent, { text: "done" });
  assert.deepEqual(rest, []);
});

Deno.test("methods that the modern era lacks get 404 and -32601", async () => {
  const pair = new HttpPair();
  for (const method of ["initialize", "ping", "resources/list", "x"]) {
    const response = await pair.modern(method);
    assert.equal(response.status, 404, method);
    const [message] = await messagesOf(response);
    assert.equal(message?.error?.code, -32601);
    assert.equal(message?.error?.message, `Unknown method: ${method}`);
    assert.equal(typeof message?.id, "number");
  }
});

Deno.test("an unknown tool is told in the answer, not by the status", async () => {
  const pair = new HttpPair();
  const response = await pair.modern("tools/call", { name: "nobody" });
  assert.equal(response.status, 200);
  assert.equal((await messagesOf(response))[0]?.error?.code, -32601);
});

Deno.test("headers that disagree with the body get 400 and -32020", async () => {
  const pair = new HttpPair({ tools: { tools: [ECHO] } });
  const wrong: Record<string, string | null>[] = [
    { "mcp-protocol-version": null },
    { "mcp-protocol-version": "2025-11-25" },
    { "mcp-protocol-version": "2026-07-28, 2026-07-28" },
    { "mcp-method": null },
    { "mcp-method": "tools/list" },
    { "mcp-method": "TOOLS/CALL" },
    { "mcp-name": null },
    { "mcp-name": "other" },
    { "mcp-name": "echo, echo" },
    { "mcp-name": "=?base64?!!?=" },
    { "mcp-name": "=?base64?b3RoZXI=?=" },
  ];
  for (const headers of wrong) {
    const params = { name: "echo" };
    const response = await pair.modern("tools/call", params, { headers });
    assert.equal(response.status, 400, JSON.stringify(headers));
    const { error } = (await messagesOf(response))[0] ?? {};
    assert.equal(error?.code, -32020);
    // What was sent is what it names.
    const [value] = Object.values(headers);
    assert.ok(error?.message.includes(` is ${show(value ?? undefined)}, `));
  }
  const headers = { "mcp-name": "=?base64?ZWNobw==?=" };
  const params = { name: "echo" };
  const response = await pair.modern("tools/call", params, { headers });
  assert.equal(response.status, 200);
  await response.body?.cancel();
});

Deno.test("half a modern request is refused, never served as a legacy one", async () => {
  const pair = new HttpPair();
  const version = "io.modelcontextprotocol/protocolVersion";
  const unsupported = { ...MODERN, [version]: "2031-01-01" };
  const cases: [unknown, string, number][] = [
    [undefined, "2026-07-28", -32602],
    [{}, "2026-07-28", -32602],
    [{ [version]: "2026-07-28" }, "2026-07-28", -32602],
    [unsupported, "2031-01-01", -32022],
    [{ ...MODERN, [version]: 5 }, "2026-07-28", -32020],
  ];
  for (const [_meta, header, code] of cases) {
    const params = { _meta };
    const headers = { "mcp-protocol-version": header };
    const response = await pair.modern("tools/list", params, { headers });
    assert.equal(response.status, 400);
    assert.equal((await messagesOf(response))[0]?.error?.code, code);
  }
  const discover = await pair.modern("server/discover");
  assert.equal(discover.status, 200);
  await discover.body?.cancel();
});

Deno.test("closing a modern request cancels its call", async () => {
  const held = heldTool();
  const pair = new HttpPair({ tools: { tools: [held.tool] } });
  const abort = new AbortController();
  const { signal } = abort;
  const pending = pair.modern("tools/call", { name: "held" }, { signal });
  const context = await held.called();
  abort.abort();
  assert.equal((await pending).status, 499);
  assert.equal(context.signal.aborted, true);
  assert.equal(context.signal.reason.why, "cancelled");
  held.release();
  assert.equal(pair.accesses[0]?.status, 499);
});

Deno.test("a request that was closed before its call began is over", async () => {
  const held = heldTool();
  const pair = new HttpPair({ tools: { tools: [held.tool] } });
  const abort = new AbortController();
  const { signal } = abort;
  const pending = pair.modern("tools/call", { name: "held" }, { signal });
  abort.abort();
  assert.equal((await pending).status, 499);
  held.release();
});

Deno.test("notes that a client does not read are dropped, the answer is not", async () => {
  const tool = testTool("busy", (_args, { progress }) => {
    for (let i = 0; i < 500; i++) progress(`step ${i}`);
    return said("hi");
  });
  const pair = new HttpPair({ tools: { tools: [tool] } });
  const _meta = { ...MODERN, progressToken: "p" };
  const response = await pair.modern("tools/call", { name: "busy", _meta });
  const messages = await messagesOf(response);
  assert.ok(messages.length < 100, `${messages.length} messages`);
  assert.deepEqual(messages.at(-1)?.result?.structuredContent, { text: "hi" });
});

Deno.test("closing an event stream cancels its call", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const tool = testTool("slow", async (_args, { progress, signal }) => {
    progress("begun");
    started.resolve(signal);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return said("too late");
  });
  const pair = new HttpPair({ tools: { tools: [tool] } });
  const response = await pair.modern("tools/call", {
    name: "slow",
    _meta: { ...MODERN, progressToken: 1 },
  });
  const signal = await started.promise;
  await response.body?.cancel();
  assert.equal(signal.aborted, true);
});

Deno.test("a long call shows that it lives, as an event stream", async () => {
  const held = heldTool();
  const beats: (() => void)[] = [];
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    turn: () => Promise.resolve(),
    after(ms: number, run: () => void) {
      if (ms === 15_000) beats.push(run);
      return () => undefined;
    },
  };
  const pair = new HttpPair({ tools: { tools: [held.tool] }, clock });
  const pending = pair.modern("tools/call", { name: "held" });
  await held.called();
  beats.shift()?.();
  const response = await pending;
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  beats.shift()?.();
  held.release("late");
  const text = await response.text();
  assert.match(text, /^:\n\n:\n\nevent: message\ndata: .*late.*\n\n$/);
});

Deno.test("a modern notification is accepted, and GET is not", async () => {
  const pair = new HttpPair();
  const note = JSON.stringify({ jsonrpc: "2.0", method: "notifications/x" });
  const headers = { "mcp-protocol-version": "2026-07-28" };
  const accepted = await pair.fetch(note, { headers });
  assert.equal(accepted.status, 202);
  assert.equal(accepted.body, null);
  for (const method of ["GET", "PUT", "PATCH"]) {
    const refused = await pair.fetch(null, { method, headers });
    assert.equal(refused.status, 405);
    assert.equal(refused.headers.get("allow"), "POST, DELETE");
    await refused.body?.cancel();
  }
});

Deno.test("a modern notification whose headers say something else is refused", async () => {
  const pair = new HttpPair();
  const _meta = MODERN;
  const headers = { "mcp-protocol-version": "2026-07-28" };
  const note = { jsonrpc: "2.0", method: "notifications/x", params: { _meta } };
  const send = async (given: Record<string, string>): Promise<unknown> => {
    const body = JSON.stringify(note);
    const response = await pair.fetch(body, { headers: given });
    if (response.status === 202) return undefined;
    assert.equal(response.status, 400);
    return (await messagesOf(response))[0]?.error?.code;
  };
  const named = { ...headers, "mcp-method": note.method };
  assert.deepEqual([await send(headers), await send(named)], [
    undefined,
    undefined,
  ]);
  assert.equal(await send({ ...headers, "mcp-method": "tools/call" }), -32020);
  assert.equal(await send({ "mcp-protocol-version": "2025-11-25" }), -32020);
});

Deno.test("a response is for legacy sessions: a modern server asks nothing", async () => {
  const pair = new HttpPair();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });
  const headers = { "mcp-protocol-version": "2026-07-28" };
  const refused = await pair.fetch(body, { headers });
  assert.equal(refused.status, 400);
  assert.equal((await messagesOf(refused))[0]?.error?.code, -32600);
  const session = await pair.session();
  const accepted = await pair.fetch(body, { session });
  assert.equal(accepted.status, 202);
});

Deno.test("tools that cannot be loaded are told in the answer, and tried again", async () => {
  let tries = 0;
  const pair = new HttpPair({
    loadTools() {
      if (++tries < 3) throw new ProtocolError(-32603, "No descriptor left");
      return Promise.resolve({ tools: [ECHO] });
    },
  });
  const call = () => pair.modern("tools/call", { name: "echo" });
  const failed = await call();
  assert.equal(failed.status, 200);
  const [message] = await messagesOf(failed);
  assert.equal(message?.error?.message, "No descriptor left");
  const [served] = await messagesOf(await call());
  assert.deepEqual(served?.result?.structuredContent, { text: "hi" });
});
