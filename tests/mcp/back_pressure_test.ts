import assert from "node:assert/strict";
import { MAX_BEGUN, MAX_HELD } from "../../src/mcp/in_flight.ts";
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

/** Calls of a tool, numbered from 0. */
function callsOf(name: string, count: number, args = {}): unknown[] {
  return Array.from({ length: count }, (_, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: args },
  }));
}

const TEXT = {
  type: "object",
  properties: { text: { type: "string" } },
  additionalProperties: false,
} as const;

Deno.test("serve() takes no more calls than may wait, and answers all of them in the end", async () => {
  const held = Promise.withResolvers<void>();
  const tool = testTool("slow", async () => {
    await held.promise;
    return said("done");
  }, TEXT);
  const pair = new ServerPair({ tools: { tools: [tool] } });
  await pair.ask("tools/list");
  const text = "x".repeat(MAX_HELD / 64);
  const count = 64 + MAX_BEGUN + 20;
  let taken = 0;
  const sent = Promise.all(
    callsOf("slow", count, { text }).map((call) =>
      pair.send(call).then(() => taken++)
    ),
  );
  for (let turn = 0; turn < 200; turn++) await turnOver();
  // One more than fits, and some on their way through the streams.
  assert.ok(taken < 64 + MAX_BEGUN + 10, `${taken} taken`);
  held.resolve();
  const ids = new Set<unknown>();
  for (let i = 0; i < count; i++) ids.add((await pair.next())?.id);
  await sent;
  assert.equal(ids.size, count);
  assert.deepEqual(await pair.finish(), []);
});

Deno.test("serve() hears a cancellation behind calls that wait, and never begins what was cancelled", async () => {
  const begun: unknown[] = [];
  const held = Promise.withResolvers<void>();
  const tool = testTool("slow", async ({ text }) => {
    begun.push(text);
    await held.promise;
    return said("done");
  }, TEXT);
  const pair = new ServerPair({ tools: { tools: [tool] } });
  const count = 3 * MAX_BEGUN;
  await pair.send(...callsOf("slow", count));
  const requestId = count - 1;
  const method = "notifications/cancelled";
  await pair.send({ jsonrpc: "2.0", method, params: { requestId } });
  const again = { name: "slow", arguments: { text: "again" } };
  const call = { jsonrpc: "2.0", method: "tools/call", params: again };
  await pair.send({ ...call, id: requestId });
  await pair.ask("ping", undefined, "ping");
  assert.equal(begun.length, MAX_BEGUN);
  held.resolve();
  const answers = await pair.finish();
  assert.equal(answers.length, count);
  assert.equal(new Set(answers.map(({ id }) => id)).size, count);
  assert.equal(begun.length, count);
  assert.equal(begun.at(-1), "again");
});

Deno.test("serve() lets no tool wait for the calls of another", async () => {
  const slow = heldTool("slow");
  const quick = testTool("quick", () => said("done"), TEXT);
  const other = {
    ...quick,
    definition: { ...quick.definition, group: "other" },
  };
  const pair = new ServerPair({ tools: { tools: [slow.tool, other] } });
  const params = { name: "quick" };
  await pair.send(...callsOf("slow", 10 * MAX_BEGUN));
  const { result } = await pair.ask("tools/call", params, "quick");
  assert.deepEqual(result?.structuredContent, { text: "done" });
  const ended = pair.finish();
  for (let turn = 0; turn < 200; turn++) {
    slow.release();
    await turnOver();
  }
  assert.equal((await ended).length, 10 * MAX_BEGUN);
});

Deno.test("serve() begins none of the calls that wait when it is aborted", async () => {
  const slow = heldTool("slow");
  let begun = 0;
  const counted = {
    ...slow.tool,
    call: (...args: Parameters<typeof slow.tool.call>) => {
      begun++;
      return slow.tool.call(...args);
    },
  };
  const abort = new AbortController();
  const { signal } = abort;
  const pair = new ServerPair({ tools: { tools: [counted] }, signal });
  await pair.send(...callsOf("slow", 4 * MAX_BEGUN));
  await slow.called();
  await pair.ask("ping", undefined, "ping");
  abort.abort();
  assert.equal(await pair.ended, "aborted");
  slow.release();
  for (let turn = 0; turn < 20; turn++) await turnOver();
  assert.ok(begun <= MAX_BEGUN, `${begun} begun`);
});
