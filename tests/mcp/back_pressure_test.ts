import assert from "node:assert/strict";
import { defineTool } from "../../src/tools/define_tool.ts";
import { MAX_RUNNING } from "../../src/tools/registry.ts";
import { ServerPair } from "../kit/server_pair.ts";
import { heldTool, said, testTool } from "../kit/test_tools.ts";

/** Lets everything run that can. */
function turnOver(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("serve() starts nothing for a client that does not read", async () => {
  let started = 0;
  const text = "x".repeat(100_000);
  const tool = defineTool({
    name: "big",
    title: "Big",
    description: "Answers at length.",
    group: "test",
    input: { type: "object", properties: {} },
    annotations: {},
    run() {
      started++;
      return { ok: true, text };
    },
  });
  const pair = new ServerPair({ tools: { tools: [tool] } });
  await pair.ask("ping");
  const count = 1000;
  const calls = Array.from({ length: count }, (_, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "big" },
  }));
  await pair.send(...calls);
  for (let turn = 0; turn < 200; turn++) await turnOver();
  // In the queue, in the encoder, being written, and on the way there.
  assert.ok(started <= 4 * MAX_RUNNING.others, `${started} started`);
  for (let i = 0; i < count; i++) await pair.next();
  assert.equal(started, count);
  assert.deepEqual(await pair.finish(), []);
});

Deno.test("serve() stops reading while the client does not, and loses nothing", async () => {
  const pair = new ServerPair({
    tools: { tools: [heldTool("x".repeat(5000)).tool] },
  });
  await pair.ask("tools/list");
  const count = 2000;
  const sent = pair.send(
    ...Array.from({ length: count }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/list",
    })),
  );
  // One more may be under way; of ten, most must wait outside.
  let taken = 0;
  const ping = { jsonrpc: "2.0", id: "ping", method: "ping" };
  const pings = Array.from(
    { length: 10 },
    () => pair.send(ping).then(() => taken++),
  );
  for (let turn = 0; turn < 50; turn++) await turnOver();
  assert.ok(taken <= 2, `${taken} taken`);
  let next = 0;
  while (next < count) assert.equal((await pair.next())?.id, next++);
  for (const _ of pings) await pair.next();
  await Promise.all([sent, ...pings]);
  assert.deepEqual(await pair.finish(), []);
});

Deno.test("serve() drops progress while the client does not read, never the answer", async () => {
  const talks = testTool("talks", (_args, { progress }) => {
    for (let i = 0; i < 5000; i++) progress("x".repeat(1000));
    return said("done");
  });
  const pair = new ServerPair({ tools: { tools: [talks] } });
  const _meta = { progressToken: "t" };
  await pair.send({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "talks", _meta },
  });
  const received = await pair.finish();
  assert.equal(received.at(-1)?.id, 1);
  assert.ok(received.length > 100 && received.length < 2000);
});
