import assert from "node:assert/strict";
import { ManualClock } from "../kit/manual_clock.ts";
import { ServerPair } from "../kit/server_pair.ts";
import { heldTool } from "../kit/test_tools.ts";

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "held" },
};

/** Lets everything run that can. */
function turnOver(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("serve() answers what is in flight after the end of input", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  await pair.send(CALL);
  const { signal } = await held.called();
  const rest = pair.finish();
  held.release();
  assert.deepEqual((await rest).map((m) => m.id), [1]);
  assert.equal(signal.aborted, false);
  assert.equal(await pair.ended, "eof");
});

Deno.test("serve() waits for the last of several answers after the end of input", async () => {
  const [first, last] = [heldTool("first"), heldTool("last")];
  const pair = new ServerPair({ tools: { tools: [first.tool, last.tool] } });
  await pair.send(
    { ...CALL, params: { name: "first" } },
    { ...CALL, id: 2, params: { name: "last" } },
  );
  await Promise.all([first.called(), last.called()]);
  await pair.closeInput();
  first.release();
  assert.equal((await pair.next())?.id, 1);
  await turnOver();
  last.release();
  assert.equal((await pair.next())?.id, 2);
  assert.equal(await pair.next(), undefined);
});

Deno.test("serve() lets tools rest at the end of input, and again after the last answer", async () => {
  const held = heldTool();
  let rests = 0;
  const resting = Promise.withResolvers<void>();
  function rest(): Promise<void> {
    rests++;
    resting.resolve();
    return Promise.resolve();
  }
  const pair = new ServerPair({ tools: { tools: [held.tool], rest } });
  await pair.send(CALL);
  await held.called();
  const answers = pair.finish();
  await resting.promise;
  assert.equal(rests, 1);
  held.release();
  assert.deepEqual((await answers).map((m) => m.id), [1]);
  // The call may have woken them again.
  await turnOver();
  assert.equal(rests, 2);
});

Deno.test("serve() waits two seconds for what is still being stored, and no longer", async () => {
  const clock = new ManualClock();
  const pair = new ServerPair({
    tools: { tools: [], rest: () => new Promise<void>(() => undefined) },
    runtime: { clock, parentPid: () => 100 },
  });
  await pair.ask("tools/list");
  let over = false;
  const ended = pair.ended.finally(() => over = true);
  const answers = pair.finish();
  await clock.timer(2000);
  clock.advance(1999);
  await turnOver();
  assert.equal(over, false);
  clock.advance(1);
  assert.equal(await ended, "eof");
  assert.deepEqual(await answers, []);
});

Deno.test("serve() answers a batch that is in flight after the end of input", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  await pair.ask("initialize", { protocolVersion: "2025-03-26" });
  await pair.send([CALL, { ...CALL, id: 2 }]);
  await held.called();
  await held.called();
  const rest = pair.finish();
  held.release();
  const [batch] = await rest as unknown as { id: number }[][];
  assert.deepEqual(batch?.map((answer) => answer.id), [1, 2]);
});

Deno.test("serve() answers a batch that is the last it reads", async () => {
  const pair = new ServerPair();
  await pair.ask("initialize", { protocolVersion: "2025-03-26" });
  await pair.send([{ jsonrpc: "2.0", id: 1, method: "tools/list" }]);
  const [batch] = await pair.finish() as unknown as { id: number }[][];
  assert.deepEqual(batch?.map((answer) => answer.id), [1]);
});

Deno.test("serve() ends at once on abort, even if a tool does not listen", async () => {
  const held = heldTool();
  const abort = new AbortController();
  const pair = new ServerPair({
    tools: { tools: [held.tool] },
    signal: abort.signal,
  });
  await pair.send(CALL);
  const { signal } = await held.called();
  abort.abort();
  assert.equal(await pair.ended, "aborted");
  assert.equal(signal.aborted, true);
  assert.equal(signal.reason.why, "closing");
  await assert.rejects(pair.send(CALL), "the input is given up");
  held.release();
});

Deno.test("serve() ends at once when it was aborted before it began", async () => {
  const pair = new ServerPair({ signal: AbortSignal.abort() });
  assert.equal(await pair.ended, "aborted");
});

Deno.test("serve() aborts what is in flight when the output breaks", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  await pair.send(CALL);
  const { signal } = await held.called();
  await pair.breakOutput();
  await pair.send({ jsonrpc: "2.0", id: 2, method: "ping" })
    .catch(() => "the input may be closed already");
  assert.equal(await pair.ended, "broken_output");
  assert.equal(signal.aborted, true);
  held.release();
});

Deno.test("serve() aborts what is in flight when the parent dies after the end of input", async () => {
  const held = heldTool();
  const clock = new ManualClock();
  let parent = 100;
  const pair = new ServerPair({
    tools: { tools: [held.tool] },
    runtime: { clock, parentPid: () => parent },
  });
  await pair.send(CALL);
  const { signal } = await held.called();
  await pair.closeInput();
  await clock.timer(1000);
  clock.advance(1000);
  assert.equal(signal.aborted, false);
  parent = 1;
  clock.advance(1000);
  assert.equal(await pair.ended, "orphaned");
  assert.equal(signal.aborted, true);
  held.release();
});

Deno.test("serve() ends when the parent dies, whoever holds its input open", async () => {
  const clock = new ManualClock();
  let parent = 100;
  const pair = new ServerPair({
    tools: { tools: [] },
    runtime: { clock, parentPid: () => parent },
  });
  await pair.ask("ping");
  await clock.timer(1000);
  parent = 1;
  clock.advance(1000);
  assert.equal(await pair.ended, "orphaned");
  assert.deepEqual(clock.pending, []);
});

Deno.test("serve() watches its parent no longer than it serves", async () => {
  const held = heldTool();
  const clock = new ManualClock();
  const pair = new ServerPair({
    tools: { tools: [held.tool] },
    runtime: { clock, parentPid: () => 100 },
  });
  await pair.send(CALL);
  await held.called();
  const rest = pair.finish();
  await clock.timer(1000);
  clock.advance(1000);
  assert.deepEqual(clock.pending, [1000]);
  held.release();
  await rest;
  assert.deepEqual(clock.pending, []);
});

Deno.test("serve() ends on abort while the client does not read", async () => {
  const abort = new AbortController();
  const pair = new ServerPair({
    tools: { tools: [heldTool("x".repeat(5000)).tool] },
    signal: abort.signal,
  });
  await pair.ask("tools/list");
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  await pair.send(...Array(2000).fill(list));
  await turnOver();
  abort.abort();
  assert.equal(await pair.ended, "aborted");
});

Deno.test("serve() ends on abort while the client does not read its last answers", async () => {
  const abort = new AbortController();
  const pair = new ServerPair({ signal: abort.signal });
  for (let id = 0; id < 10; id++) {
    await pair.send({ jsonrpc: "2.0", id, method: "ping" });
    await turnOver();
  }
  await pair.closeInput();
  await turnOver();
  abort.abort();
  assert.equal(await pair.ended, "aborted");
});

Deno.test("serve() leaves no listener on its signal", async () => {
  const { signal } = new AbortController();
  const listeners = new Map<unknown, unknown>();
  signal.addEventListener = (type: unknown, listener: unknown) =>
    void listeners.set(type, listener);
  signal.removeEventListener = (type: unknown, listener: unknown) => {
    if (listeners.get(type) === listener) listeners.delete(type);
  };
  const pair = new ServerPair({ signal });
  await pair.ask("ping");
  assert.deepEqual([...listeners.keys()], ["abort"]);
  await pair.finish();
  assert.equal(listeners.size, 0);
});

Deno.test("two servers in one process do not disturb each other's framing", async () => {
  const lines = new ServerPair();
  const frames = new ServerPair();
  await lines.ask("ping");
  await frames.sendFramed({ jsonrpc: "2.0", id: 1, method: "ping" });
  await frames.next();
  assert.match(frames.output, /^Content-Length: /);
  assert.match(lines.output, /^\{/);
  await Promise.all([lines.finish(), frames.finish()]);
});
