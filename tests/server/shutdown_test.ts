import assert from "node:assert/strict";
import { ManualClock } from "../helpers/manual_clock.ts";
import { ServerPair } from "../helpers/server_pair.ts";
import { heldTool } from "../helpers/test_tools.ts";

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "held" },
};

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
  await clock.timer(0);
  clock.advance(0);
  assert.equal(signal.aborted, false);
  parent = 1;
  clock.advance(1000);
  assert.equal(await pair.ended, "orphaned");
  assert.equal(signal.aborted, true);
  held.release();
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
  let next = 0;
  while (next < count) assert.equal((await pair.next())?.id, next++);
  await sent;
  assert.deepEqual(await pair.finish(), []);
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
