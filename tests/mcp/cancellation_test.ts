import assert from "node:assert/strict";
import { ServerPair } from "../kit/server_pair.ts";
import { heldTool, testTool } from "../kit/test_tools.ts";

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "held", _meta: { progressToken: 9 } },
};

function cancel(requestId: unknown, reason?: string): unknown {
  const params = { requestId, ...reason !== undefined && { reason } };
  return { jsonrpc: "2.0", method: "notifications/cancelled", params };
}

Deno.test("000 §17.2: a cancellation with nothing in flight is ignored", async () => {
  const pair = new ServerPair();
  await pair.send(cancel(1), cancel("x", "late"), cancel({}), cancel(null));
  await pair.send({ jsonrpc: "2.0", method: "notifications/cancelled" });
  assert.deepEqual((await pair.ask("ping")).result, {});
  assert.deepEqual(await pair.finish(), []);
});

Deno.test("000 §17.2: a cancellation during a call aborts it, and nothing is sent for its id", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  await pair.send(CALL);
  const { signal, progress } = await held.called();
  await pair.send(cancel(1, "user pressed stop"));
  assert.deepEqual((await pair.ask("ping", undefined, 2)).result, {});
  assert.equal(signal.aborted, true);
  assert.equal(signal.reason.message, "user pressed stop");
  assert.equal(signal.reason.why, "cancelled");
  progress("too late");
  held.release();
  assert.deepEqual(await pair.finish(), []);
});

Deno.test("a cancelled id can be used again at once", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  await pair.send(CALL);
  await held.called();
  await pair.send(cancel(1), CALL);
  const second = await held.called();
  assert.equal(second.signal.aborted, false);
  held.release("again");
  const answers = await pair.finish();
  assert.equal(answers.length, 1);
  assert.deepEqual(answers[0]?.result?.structuredContent, { text: "again" });
});

Deno.test("the end of a cancelled call leaves the next one of its id alone", async () => {
  const [first, second] = [heldTool("first"), heldTool("second")];
  const pair = new ServerPair({ tools: { tools: [first.tool, second.tool] } });
  await pair.send({ ...CALL, params: { name: "first" } });
  await first.called();
  await pair.send(cancel(1), { ...CALL, params: { name: "second" } });
  const { signal } = await second.called();
  first.release();
  await pair.ask("ping", undefined, 2);
  await pair.send(cancel(1));
  await pair.ask("ping", undefined, 3);
  assert.equal(signal.aborted, true);
  second.release();
  assert.deepEqual(await pair.finish(), []);
});

Deno.test("a call that gives up when it is cancelled is no error", async () => {
  const called = Promise.withResolvers<void>();
  const tool = testTool("held", (_args, { signal }) => {
    called.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  const pair = new ServerPair({ tools: { tools: [tool] } });
  await pair.send(CALL);
  await called.promise;
  await pair.send(cancel(1));
  assert.deepEqual(await pair.finish(), []);
  assert.deepEqual(pair.stderr, []);
});

Deno.test("a cancellation tells 1 from the string 1", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  await pair.send(CALL);
  const { signal } = await held.called();
  await pair.send(cancel("1"));
  await pair.ask("ping", undefined, 2);
  assert.equal(signal.aborted, false);
  held.release();
  assert.equal((await pair.finish())[0]?.id, 1);
});

Deno.test("cancelled calls are logged by id only", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] }, debug: true });
  await pair.send(CALL);
  await held.called();
  await pair.send(cancel(1, "enough"));
  await pair.ask("ping", undefined, 2);
  assert.match(pair.stderr.join(""), /cancelled requestId=1 reason="enough"/);
  held.release();
  await pair.finish();
});
