import assert from "node:assert/strict";
import { HttpPair, messagesOf, type Sending } from "../../kit/http_pair.ts";
import { heldTool, said, testTool } from "../../kit/test_tools.ts";

const TOKENS = { alice: "token-of-alice-1", bob: "token-of-bob-123" };

async function statusOf(pair: HttpPair, sending: Sending): Promise<number> {
  const response = await pair.modern("tools/list", {}, sending);
  await response.body?.cancel();
  return response.status;
}

Deno.test("names that are not the server's get 403: DNS rebinding", async () => {
  const pair = new HttpPair({ http: { allowed_hosts: ["mcp.example.com"] } });
  const served = [
    "localhost",
    "localhost:1",
    "127.0.0.1:8931",
    "[::1]:8931",
    "LocalHost:8931",
    "mcp.example.com",
    "mcp.example.com:443",
  ];
  for (const host of served) {
    assert.equal(await statusOf(pair, { headers: { host } }), 200, host);
  }
  const refused = [
    "evil.example",
    "localhost.evil.example",
    "localhost:8931, evil.example",
    "localhost:8931@evil.example",
    "localhost/",
    "127.0.0.1.evil.example",
  ];
  for (const host of refused) {
    assert.equal(await statusOf(pair, { headers: { host } }), 403, host);
  }
  assert.equal(pair.accesses.at(-1)?.reason, "host");
});

Deno.test("a server is asked by the address that it was given", async () => {
  const pair = new HttpPair({ http: { host: "192.0.2.7" } });
  const ask = (host: string) => statusOf(pair, { headers: { host } });
  assert.equal(await ask("192.0.2.7:8931"), 200);
  assert.equal(await ask("localhost:8931"), 403);
});

Deno.test("pages of other origins get 403, allowed ones may read the answer", async () => {
  const origin = "https://app.example.com";
  const pair = new HttpPair({ http: { allowed_origins: [origin] } });
  for (
    const refused of [
      "https://evil.example",
      "null",
      "https://app.example.com.evil.example",
      "http://app.example.com",
      "http://localhost:1",
    ]
  ) {
    const headers = { origin: refused };
    assert.equal(await statusOf(pair, { headers }), 403, refused);
  }
  const own = await pair.modern("tools/list", {}, {
    headers: { origin: "http://localhost:8931" },
  });
  assert.equal(own.status, 200);
  await own.body?.cancel();
  const headers = { origin };
  const asked = await pair.fetch(null, { method: "OPTIONS", headers });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get("access-control-allow-origin"), origin);
  const allowed = asked.headers.get("access-control-allow-headers") ?? "";
  for (const name of ["Mcp-Session-Id", "Authorization", "Mcp-Method"]) {
    assert.ok(allowed.includes(name), name);
  }
  const answer = await pair.legacy(
    { jsonrpc: "2.0", id: 1, method: "initialize", params: {} },
    { headers },
  );
  assert.equal(answer.headers.get("access-control-allow-origin"), origin);
  const exposed = answer.headers.get("access-control-expose-headers") ?? "";
  assert.ok(exposed.includes("Mcp-Session-Id"));
  await answer.body?.cancel();
});

Deno.test("a public URL is served under its own name and origin", async () => {
  const public_url = "https://mcp.example.com/team/mcp";
  const http = { public_url, host: "0.0.0.0" };
  const pair = new HttpPair({ http, tokens: TOKENS });
  const headers = {
    host: "mcp.example.com",
    origin: "https://mcp.example.com",
  };
  assert.equal(await statusOf(pair, { headers, token: TOKENS.bob }), 200);
  assert.equal(await statusOf(pair, { token: TOKENS.bob }), 403);
  const refused = await pair.modern("tools/list", {}, { headers });
  assert.equal(
    refused.headers.get("www-authenticate"),
    'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/team/mcp"',
  );
  await refused.body?.cancel();
  const path = "/.well-known/oauth-protected-resource/team/mcp";
  const found = await pair.fetch(null, { method: "GET", path, headers });
  assert.equal((await found.json()).resource, public_url);
});

Deno.test("a bearer token names its caller; any other gets 401", async () => {
  const pair = new HttpPair({ tokens: TOKENS });
  for (const [name, token] of Object.entries(TOKENS)) {
    assert.equal(await statusOf(pair, { token }), 200);
    assert.equal(pair.accesses.at(-1)?.caller, name);
  }
  const { alice } = TOKENS;
  const wrong: Record<string, string>[] = [
    {},
    { authorization: alice },
    { authorization: `Basic ${alice}` },
    { authorization: `Bearer ${alice}x` },
    { authorization: `Bearer ${alice.slice(0, -1)}` },
    { authorization: `Bearer ${alice}${alice}` },
    { authorization: `Bearer ${alice}, Bearer ${alice}` },
    { authorization: "Bearer " },
  ];
  for (const headers of wrong) {
    const status = await statusOf(pair, { headers });
    assert.equal(status, 401, JSON.stringify(headers));
    assert.equal(pair.accesses.at(-1)?.caller, undefined);
  }
  const metadata = await pair.fetch(null, {
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
  });
  const { resource } = await metadata.json();
  assert.equal(resource, "http://localhost:8931/mcp");
  assert.doesNotMatch(pair.stderr.join(""), /token-of/);
});

Deno.test("each caller has its own places; one too many gets 429", async () => {
  const held = heldTool();
  const pair = new HttpPair({
    tools: { tools: [held.tool] },
    tokens: TOKENS,
    http: { max_per_caller: 2 },
  });
  const call = (token: string): Promise<Response> =>
    pair.modern("tools/call", { name: "held" }, { token });
  const first = [call(TOKENS.alice), call(TOKENS.alice)];
  await held.called();
  await held.called();
  const refused = await call(TOKENS.alice);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  await refused.body?.cancel();
  const other = call(TOKENS.bob);
  await held.called();
  assert.equal(await statusOf(pair, { token: TOKENS.alice }), 200);
  held.release();
  for (const response of await Promise.all([...first, other])) {
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
  const again = call(TOKENS.alice);
  await held.called();
  held.release();
  assert.equal((await again).status, 200);
});

Deno.test("a batch takes a place for each of its calls", async () => {
  const echo = testTool("echo", () => said("hi"));
  const pair = new HttpPair({
    tools: { tools: [echo] },
    http: { max_per_caller: 2 },
  });
  const session = await pair.session({}, "2025-03-26");
  const batch = (size: number): unknown[] =>
    Array.from({ length: size }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "echo" },
    }));
  const served = await pair.legacy(batch(2), { session });
  assert.equal((await messagesOf(served)).length, 2);
  const refused = await pair.legacy(batch(3), { session });
  assert.equal(refused.status, 429);
  await refused.body?.cancel();
});

Deno.test("bodies that are too long, of another type or no JSON are refused", async () => {
  const pair = new HttpPair({ server: { max_message_bytes: 1024 } });
  const long = "x".repeat(2000);
  const chunked = new Blob([long]).stream();
  const cases: [number, BodyInit, Record<string, string | null>][] = [
    [413, long, { "content-length": "2000" }],
    [413, chunked, {}],
    [413, new Blob([long]).stream(), {
      "content-length": "5",
      "transfer-encoding": "chunked",
    }],
    [415, "{}", { "content-type": "text/plain" }],
    [415, "{}", { "content-type": null }],
    [406, "{}", { accept: "application/json" }],
    [406, "{}", { accept: null }],
    [400, "{", {}],
    [400, "", {}],
    [400, "5", {}],
    [400, '{"jsonrpc":"1.0","id":1,"method":"ping"}', {}],
  ];
  for (const [status, body, headers] of cases) {
    const response = await pair.fetch(body, { headers });
    assert.equal(response.status, status);
    const [message] = await messagesOf(response);
    assert.equal(message?.jsonrpc, "2.0");
    assert.equal(typeof message?.error?.message, "string");
  }
  assert.equal(await statusOf(pair, { path: "/other" }), 404);
  for (const [bytes, status] of [[1024, 400], [1025, 413]] as const) {
    // In several pieces, and none announced.
    const body = new Blob(["{".padEnd(bytes)]).stream();
    const response = await pair.fetch(body);
    await response.body?.cancel();
    assert.equal(response.status, status);
  }
});
