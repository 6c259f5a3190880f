import assert from "node:assert/strict";
import { Metrics } from "../../../src/mcp/http/metrics.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { HttpPair, messagesOf, MODERN } from "../../kit/http_pair.ts";
import { countingClock } from "../../kit/clocks.ts";
import { ManualClock } from "../../kit/manual_clock.ts";
import { heldTool, said, testTool } from "../../kit/test_tools.ts";

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const MODERN_HEADER = { "mcp-protocol-version": "2026-07-28" };

async function refusal(
  response: Response,
): Promise<[status: number, code: number | undefined]> {
  const [message] = await messagesOf(response);
  return [response.status, message?.error?.code];
}

Deno.test("what is no message of JSON-RPC gets 400 and -32600", async () => {
  const pair = new HttpPair();
  for (const body of ["null", "5", '{"jsonrpc":"2.0","id":1,"method":5}']) {
    const response = await pair.fetch(body);
    assert.deepEqual(await refusal(response), [400, -32600], body);
  }
  assert.deepEqual(pair.stderr, []);
});

Deno.test("lists and objects in one another without end get an answer", async () => {
  const tools = [testTool("echo", () => said("x"))];
  const pair = new HttpPair({ tools: { tools } });
  const headers = {
    ...MODERN_HEADER,
    "mcp-method": "tools/call",
    "mcp-name": "echo",
  };
  const _meta = JSON.stringify(MODERN);
  const depth = 200_000;
  for (const [open, close] of [["[", "]"], ['{"a":', "}"]] as const) {
    const deep = `${open.repeat(depth)}1${close.repeat(depth)}`;
    const [status] = await refusal(await pair.fetch(deep));
    assert.equal(status, 400);
    const params = `{"_meta":${_meta},"name":"echo","arguments":{"a":${deep}}}`;
    const called = await pair.fetch(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      { headers },
    );
    assert.equal((await messagesOf(called))[0]?.id, 1);
  }
  assert.deepEqual(pair.stderr, []);
});

Deno.test("a body that breaks off gets 400", async () => {
  const body = new ReadableStream({
    start: (controller) => controller.error(new Error("gone")),
  });
  const response = await new HttpPair().fetch(body);
  assert.deepEqual(await refusal(response), [400, -32000]);
});

Deno.test("initialize under a modern header gets 400 and -32020", async () => {
  const params = { protocolVersion: "2025-11-25" };
  const message = { jsonrpc: "2.0", id: 1, method: "initialize", params };
  const headers = MODERN_HEADER;
  const response = await new HttpPair().legacy(message, { headers });
  assert.deepEqual(await refusal(response), [400, -32020]);
});

Deno.test("a defect of the server's own gets 500, and its stack is logged", async () => {
  const now = (): number => {
    throw new Error("planted");
  };
  const pair = new HttpPair({ clock: { ...runtime.clock, now } });
  const params = { protocolVersion: "2025-11-25" };
  const message = { jsonrpc: "2.0", id: 1, method: "initialize", params };
  assert.deepEqual(await refusal(await pair.legacy(message)), [500, -32000]);
  assert.match(
    pair.stderr.join(""),
    /please report it: Error: planted at /,
  );
});

Deno.test("a body that never ends gets 408", async () => {
  const clock = new ManualClock();
  const pair = new HttpPair({ clock });
  const refused = pair.fetch(new ReadableStream());
  await runtime.clock.turn();
  clock.advance(30_000);
  assert.deepEqual(await refusal(await refused), [408, -32000]);
});

Deno.test("no timer is left of a call, nor of one that was closed", async () => {
  const clock = countingClock();
  const held = heldTool();
  const pair = new HttpPair({ tools: { tools: [held.tool] }, clock });
  const controller = new AbortController();
  const { signal } = controller;
  const closed = pair.modern("tools/call", { name: "held" }, { signal });
  await held.called();
  controller.abort();
  await (await closed).body?.cancel();
  const answered = pair.modern("tools/call", { name: "held" });
  await held.called();
  held.release("late");
  await (await answered).text();
  assert.equal(clock.live, 0);
});

Deno.test("a connection whose body was not read is closed", async () => {
  const pair = new HttpPair({ tokens: { alice: "token-of-alice-1" } });
  const refused = await pair.modern("tools/list");
  assert.equal(refused.headers.get("connection"), "close");
  await refused.body?.cancel();
  const unknown = await new HttpPair().modern("no/such");
  assert.equal(unknown.status, 404);
  assert.equal(unknown.headers.get("connection"), null);
  await unknown.body?.cancel();
});

Deno.test("a modern header without _meta gets 400 and -32602", async () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const pair = new HttpPair();
  const session = await pair.session();
  const response = await pair.legacy(list, { session, headers: MODERN_HEADER });
  assert.deepEqual(await refusal(response), [400, -32602]);
});

Deno.test("a batch in a session of another revision gets 400", async () => {
  const pair = new HttpPair();
  const session = await pair.session();
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const response = await pair.legacy([ping], { session });
  assert.deepEqual(await refusal(response), [400, -32600]);
});

Deno.test("an address that means every interface is no name of the server", async () => {
  const http = { host: "0.0.0.0", allowed_hosts: ["mcp.example"] };
  const pair = new HttpPair({ http });
  for (const [host, status] of [["mcp.example", 200], ["0.0.0.0", 403]]) {
    const headers = { host: String(host) };
    const response = await pair.modern("tools/list", {}, { headers });
    await response.body?.cancel();
    assert.equal(response.status, status);
  }
});

Deno.test("the description of the resource is only to be read", async () => {
  const pair = new HttpPair({ tokens: { ada: "token-of-ada-1234" } });
  const path = "/.well-known/oauth-protected-resource/mcp";
  const response = await pair.fetch("{}", { path });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get("allow"), "GET");
});

Deno.test("a trace is taken from the header where the message names none", async () => {
  const pair = new HttpPair({
    tools: { tools: [testTool("echo", () => said("hi"))] },
  });
  const headers = { traceparent: TRACEPARENT };
  const response = await pair.modern("tools/list", {}, { headers });
  await response.text();
  assert.equal(pair.accesses[0]?.traceparent, TRACEPARENT);
});

Deno.test("Metrics() counts times by their bucket, and no more labels than a hundred", () => {
  const metrics = new Metrics();
  const access = {
    ...{ caller: undefined, tool: undefined, traceparent: undefined },
    ...{ method: "ping", status: 200 },
  };
  for (const ms of [5, 6, 10_000, 10_001]) metrics.request({ ...access, ms });
  for (let i = 0; i < 105; i++) {
    metrics.request({ ...access, ms: 1, reason: `r${i}` });
  }
  metrics.request({ ...access, ms: 1, reason: "r0" });
  const text = metrics.toString();
  const bucket = (le: string): string =>
    `request_seconds_bucket{method="ping",le="${le}"}`;
  assert.ok(text.includes(`${bucket("0.005")} 107\n`));
  assert.ok(text.includes(`${bucket("0.025")} 108\n`));
  assert.ok(text.includes(`${bucket("10")} 109\n`));
  assert.ok(text.includes(`${bucket("30")} 110\n`));
  const bounds = [...text.matchAll(/bucket\{.*le="([\d.]+)"/g)].map(([, le]) =>
    Number(le)
  );
  assert.deepEqual(bounds, bounds.toSorted((a, b) => a - b));
  assert.ok(text.includes('request_seconds_sum{method="ping"} 20.118'), text);
  assert.match(text, /errors_total\{reason="r0"\} 2\n/);
  assert.match(text, /errors_total\{reason="r99"\} 1\n/);
  assert.doesNotMatch(text, /reason="r100"/);
});
