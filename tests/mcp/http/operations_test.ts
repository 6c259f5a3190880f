import assert from "node:assert/strict";
import { runtime } from "../../../src/runtime/deno.ts";
import { MAX_RUNNING, MAX_WAITING } from "../../../src/tools/registry.ts";
import { HttpPair, MODERN } from "../../kit/http_pair.ts";
import { failed, heldTool, said, testTool } from "../../kit/test_tools.ts";

const GET = { method: "GET", headers: { host: "evil.example" } };
const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

async function metricsOf(pair: HttpPair, token?: string): Promise<string> {
  const response = await pair.fetch(null, {
    method: "GET",
    path: "/metrics",
    ...token && { token },
  });
  assert.equal(response.status, 200);
  return await response.text();
}

Deno.test("/healthz and /readyz need neither a name nor a token", async () => {
  const pair = new HttpPair({ tokens: { alice: "token-of-alice-1" } });
  for (const path of ["/healthz", "/readyz"]) {
    const response = await pair.fetch(null, { ...GET, path });
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
});

Deno.test("drain() takes no more calls, and waits for those in flight", async () => {
  const held = heldTool();
  const pair = new HttpPair({ tools: { tools: [held.tool] } });
  const pending = pair.modern("tools/call", { name: "held" });
  await held.called();
  let drained = false;
  const draining = pair.handler.drain().then(() => drained = true);
  const ready = await pair.fetch(null, { ...GET, path: "/readyz" });
  assert.equal(ready.status, 503);
  await ready.body?.cancel();
  const refused = await pair.modern("tools/call", { name: "held" });
  assert.equal(refused.status, 503);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  await refused.body?.cancel();
  assert.equal(drained, false);
  held.release("in time");
  const { result } = await (await pending).json();
  assert.deepEqual(result.structuredContent, { text: "in time" });
  await draining;
});

Deno.test("fetch and drain work by themselves, as a host takes them", async () => {
  const { fetch, drain } = new HttpPair({}).handler;
  await drain();
  const ready = await fetch(new Request("http://localhost/readyz"));
  assert.equal(ready.status, 503);
  await ready.body?.cancel();
});

Deno.test("drain() gives up after http.drain_ms", async () => {
  const held = heldTool();
  const pair = new HttpPair({
    tools: { tools: [held.tool] },
    http: { drain_ms: 0 },
  });
  const pending = pair.modern("tools/call", { name: "held" });
  const { signal } = await held.called();
  await pair.handler.drain();
  assert.equal(signal.reason.why, "closing");
  held.release();
  await (await pending).body?.cancel();
});

Deno.test("a request is told by who, what, how long and its trace, never by its contents", async () => {
  const tool = testTool("fail", () => failed({ reason: "timeout" }));
  const pair = new HttpPair({ tools: { tools: [tool] } });
  const inMeta = {
    name: "fail",
    _meta: { ...MODERN, traceparent: TRACEPARENT },
  };
  const headers = { traceparent: "00-garbage" };
  for (const params of [inMeta, { name: "fail" }]) {
    const response = await pair.modern("tools/call", params, { headers });
    await response.body?.cancel();
  }
  const [first, second] = pair.accesses;
  assert.deepEqual({ ...first, ms: 0 }, {
    caller: "anyone",
    method: "tools/call",
    tool: "fail",
    traceparent: TRACEPARENT,
    status: 200,
    ms: 0,
  });
  assert.equal(second?.traceparent, undefined);
});

Deno.test("/metrics counts requests, errors, tokens and what is in flight", async () => {
  const usage = { input_tokens: 30, output_tokens: 12 };
  const held = heldTool();
  const tools = [
    held.tool,
    testTool("ask", () => ({ ok: true, text: "", structured: { usage } })),
    testTool("fail", () => failed({})),
  ];
  const pair = new HttpPair({ tools: { tools } });
  for (const name of ["ask", "ask", "fail"]) {
    const response = await pair.modern("tools/call", { name });
    await response.body?.cancel();
  }
  await (await pair.modern("made/up")).body?.cancel();
  const host = { headers: { host: "evil.example" } };
  await (await pair.modern("tools/list", {}, host)).body?.cancel();
  const pending = pair.modern("tools/call", { name: "held" });
  await held.called();
  const text = await metricsOf(pair);
  for (
    const line of [
      'requests_total{method="tools/call",status="200"} 3',
      'requests_total{method="other",status="404"} 1',
      'errors_total{reason="unknown_method"} 1',
      'errors_total{reason="host"} 1',
      'errors_total{tool="fail",reason="failed"} 1',
      'openai_tokens_total{tool="ask",kind="input"} 60',
      'openai_tokens_total{tool="ask",kind="output"} 24',
      "in_flight 1",
      'request_seconds_count{method="tools/call"} 3',
      'request_seconds_bucket{method="tools/call",le="+Inf"} 3',
    ]
  ) assert.ok(text.includes(`openai_responses_mcp_${line}\n`), line);
  held.release();
  await (await pending).body?.cancel();
  assert.match(await metricsOf(pair), /in_flight 0\n/);
});

Deno.test("/metrics needs a token where others can reach it", async () => {
  const alice = "token-of-alice-1";
  const pair = new HttpPair({
    tokens: { alice },
    http: { host: "0.0.0.0", allowed_hosts: ["localhost"] },
  });
  const refused = await pair.fetch(null, { method: "GET", path: "/metrics" });
  assert.equal(refused.status, 401);
  await refused.body?.cancel();
  assert.match(await metricsOf(pair, alice), /requests_total/);
});

Deno.test("nothing grows with methods, tools and callers that are made up", async () => {
  const token = "token-of-alice-1";
  const pair = new HttpPair({ tokens: { alice: token } });
  const linesOf = async (): Promise<number> =>
    (await metricsOf(pair, token)).split("\n").length;
  let first = 0;
  for (let at = 0; at < 300; at++) {
    for (
      const response of [
        await pair.modern(`m${at}`, {}, { token }),
        await pair.modern("tools/call", { name: `t${at}` }, { token }),
        await pair.modern("tools/list", {}, { token: `made-up-${at}` }),
      ]
    ) await response.body?.cancel();
    if (at === 0) first = await linesOf();
  }
  assert.equal(await linesOf(), first);
});

Deno.test("drain() refuses a call whose body came too late", async () => {
  const pair = new HttpPair();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const late = pair.fetch(readable, {
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "x" },
  });
  await runtime.clock.turn();
  await pair.handler.drain();
  const note = '{"jsonrpc":"2.0","method":"x"}';
  await new Blob([note]).stream().pipeTo(writable);
  const response = await late;
  assert.equal(response.status, 503);
  await response.body?.cancel();
});

Deno.test("calls that drain() refuses late leave their places", async () => {
  const calls = MAX_RUNNING.others + MAX_WAITING + 1;
  const pair = new HttpPair({
    tools: { tools: [heldTool().tool] },
    http: { max_per_caller: calls },
  });
  const late = Array.from({ length: calls }, () => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const headers = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "held",
    };
    const response = pair.fetch(body.readable, { headers });
    return { writable: body.writable, response };
  });
  await runtime.clock.turn();
  await pair.handler.drain();
  const params = { name: "held", _meta: MODERN };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  for (const { writable, response } of late) {
    await new Blob([JSON.stringify(call)]).stream().pipeTo(writable);
    const { status, body } = await response;
    // Were the places kept, the last one would find none: 429.
    assert.equal(status, 503);
    await body?.cancel();
  }
});

Deno.test("drain() refuses without waiting for a body", async () => {
  const pair = new HttpPair();
  await pair.handler.drain();
  const refused = await pair.fetch(new ReadableStream());
  assert.equal(refused.status, 503);
  await refused.body?.cancel();
});

Deno.test("drain() waits until the tools rest", async () => {
  let rested = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const rest = (): Promise<void> => promise.then(() => void (rested = true));
  const pair = new HttpPair({ tools: { tools: [], rest } });
  await (await pair.modern("tools/list")).body?.cancel();
  const drained = pair.handler.drain();
  resolve();
  await drained;
  assert.equal(rested, true);
});

Deno.test("whoever comes when too many wait gets 429, whatever tool waits elsewhere", async () => {
  const held = heldTool();
  const other = testTool("other", () => said("hi"));
  const definition = { ...other.definition, group: "others" };
  const pair = new HttpPair({
    tools: { tools: [held.tool, { ...other, definition }] },
    http: { max_per_caller: MAX_RUNNING.others + MAX_WAITING + 1 },
  });
  const call = (name: string): Promise<Response> =>
    pair.modern("tools/call", { name });
  const served = Array.from(
    { length: MAX_RUNNING.others + MAX_WAITING },
    () => call("held"),
  );
  for (let i = 0; i < MAX_RUNNING.others; i++) await held.called();
  // Whoever is refused has the caller's place back.
  for (let i = 0; i < 2; i++) {
    const refused = await call("held");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    await refused.body?.cancel();
    assert.equal(pair.accesses.at(-1)?.reason, "busy");
  }
  const free = await call("other");
  assert.equal(free.status, 200);
  await free.body?.cancel();
  held.release();
  for (let i = 0; i < MAX_WAITING; i++) await held.called();
  held.release();
  for (const response of await Promise.all(served)) {
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
});

Deno.test("asking after tasks takes a place, too", async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const get = () => until.then(() => undefined);
  const cancel = () => Promise.resolve(false);
  const pair = new HttpPair({
    tools: { tools: [], tasks: { get, cancel } },
    http: { max_per_caller: 1 },
  });
  const extensions = { "io.modelcontextprotocol/tasks": {} };
  const _meta = {
    ...MODERN,
    "io.modelcontextprotocol/clientCapabilities": { extensions },
  };
  const ask = (): Promise<Response> =>
    pair.modern("tasks/get", { taskId: "t", _meta }, {
      headers: { "mcp-name": "t" },
    });
  const first = ask();
  await runtime.clock.turn();
  const second = await ask();
  assert.equal(second.status, 429);
  await second.body?.cancel();
  release();
  assert.equal((await first).status, 200);
  await (await first).body?.cancel();
});

Deno.test("bodies are logged both ways, with times", async () => {
  const tool = testTool("echo", () => said("hi"));
  const pair = new HttpPair({ tools: { tools: [tool] }, bodies: true });
  await (await pair.modern("tools/call", { name: "echo" })).body?.cancel();
  const lines = pair.stderr.join("").split("\n")
    .filter((line) => line.includes("json="));
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? "", /time=\S+ recv json=\{.*"echo"/);
  assert.match(lines[1] ?? "", /time=\S+ latency_ms=\d+ send json=\{.*"hi"/);
});
