import assert from "node:assert/strict";
import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import { MAX_RUNNING } from "../../src/tools/registry.ts";
import { utf8 } from "../kit/bytes.ts";
import { ServerPair } from "../kit/server_pair.ts";
import { heldTool, said, testTool } from "../kit/test_tools.ts";

const call = (id: number | string, name: string): unknown => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name },
});

Deno.test("a server refuses calls beyond its limit and still answers pings", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  const ids = Array.from({ length: 10_050 }, (_, i) => i);
  await pair.send(...ids.map((id) => call(id, "held")));
  const refused = await pair.next();
  assert.equal(refused?.error?.code, -32000);
  assert.deepEqual(refused?.error?.data, { max_in_flight: 10_000 });
  for (let i = 1; i < 50; i++) await pair.next();
  assert.deepEqual((await pair.ask("ping", undefined, "p")).result, {});
  // Only some run at once, so that each answer lets another one begin.
  for (let i = 0; i < 10_000; i++) {
    await held.called();
    held.release();
    await pair.next();
  }
  await pair.send(call(0, "held"));
  await held.called();
  held.release();
  assert.ok((await pair.finish())[0]?.result);
});

Deno.test("a cancelled call that still runs keeps its turn, one that waits is gone", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  const ids = Array.from({ length: 10_000 }, (_, i) => i);
  await pair.send(...ids.map((id) => call(id, "held")));
  await pair.send(...ids.map((requestId) => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId },
  })));
  for (let i = 0; i < MAX_RUNNING.others; i++) await held.called();
  await pair.ask("ping", undefined, "p");
  await pair.send(call("more", "held"));
  held.release();
  const { signal } = await held.called();
  assert.equal(signal.aborted, false);
  held.release();
  const [only, ...rest] = await pair.finish();
  assert.deepEqual([only?.id, rest], ["more", []]);
});

Deno.test("a server refuses a batch whose answers would be too long for a text", async () => {
  const pair = new ServerPair();
  await pair.ask("initialize", { protocolVersion: "2025-03-26" });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const batch = (length: number): unknown[] =>
    Array.from({ length }, () => list);
  await pair.send(batch(1001));
  const refused = await pair.next();
  assert.equal(refused?.error?.code, -32600);
  assert.match(
    refused?.error?.message ?? "",
    /1001 messages; send at most 1000/,
  );
  await pair.send(batch(1000));
  assert.equal((await pair.next() as unknown as unknown[]).length, 1000);
  await pair.finish();
});

Deno.test("a server survives lists and objects in one another without end", async () => {
  const depth = 200_000;
  const deepList = "[".repeat(depth) + "]".repeat(depth);
  const deepObject = '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
  const echo = testTool("echo", () => said("x"), {
    type: "object",
    properties: { a: { type: "string" } },
  });
  const pair = new ServerPair({ tools: { tools: [echo] } });
  for (const deep of [deepList, deepObject]) {
    await pair.raw(`${deep}\n`);
    assert.equal((await pair.next())?.error?.code, -32600);
    await pair.raw(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":${deep}}}}\n`,
    );
    assert.equal((await pair.next())?.id, 1);
  }
  assert.deepEqual((await pair.ask("ping")).result, {});
  await pair.finish();
});

Deno.test("MessageDecoder() holds no more than the limit of a message that never ends", () => {
  const max = 64 * 1024;
  const chunk = utf8("x".repeat(10_000));
  for (
    const start of ["", "{", "X-Header: ", "Content-Length: 65536\r\n\r\n"]
  ) {
    const decoder = new MessageDecoder({ maxMessageBytes: max });
    decoder.decode(utf8(start));
    for (let i = 0; i < 200; i++) {
      decoder.decode(chunk);
      assert.ok(decoder.held <= max, `${start}: ${decoder.held}`);
    }
  }
});

Deno.test("a name of an inherited member is no tool, no argument and no method", async () => {
  const pair = new ServerPair({
    tools: { tools: [testTool("a", () => said("x"))] },
  });
  for (const name of ["__proto__", "constructor", "toString"]) {
    const unknown = await pair.ask("tools/call", { name });
    assert.equal(unknown.error?.code, -32601);
    const args = JSON.parse(`{"${name}":{"polluted":true}}`);
    const refused = await pair.ask("tools/call", {
      name: "a",
      arguments: args,
    });
    assert.equal(refused.result?.isError, true);
    assert.equal((await pair.ask(name)).error?.code, -32601);
  }
  assert.equal("polluted" in {}, false);
  await pair.finish();
});
