import assert from "node:assert/strict";
import { ServerPair } from "../kit/server_pair.ts";
import { heldTool, testTool } from "../kit/test_tools.ts";

function notification(method: string, params?: object): unknown {
  return { jsonrpc: "2.0", method, ...params && { params } };
}

Deno.test("a server is silent about what a client does wrong, but in debug mode", async () => {
  for (const debug of [false, true]) {
    const pair = new ServerPair({ debug });
    await pair.ask("nope");
    await pair.raw("no JSON\n");
    await pair.next();
    await pair.finish();
    const log = pair.stderr.join("");
    if (!debug) assert.equal(log, "");
    else {
      assert.match(log, /\] error id=1 code=-32601 Unknown method: nope\n/);
      assert.match(log, /\] error id=null code=-32700 Parse error/);
    }
  }
});

Deno.test("a server logs notifications, and cancellations that met a call", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] }, debug: true });
  await pair.send(notification("notifications/initialized"));
  for (const [id, reason] of [[1, "enough"], [2, undefined]]) {
    const params = { name: "held" };
    await pair.send({ jsonrpc: "2.0", id, method: "tools/call", params });
    await held.called();
    const cancel = { requestId: id, reason };
    await pair.send(notification("notifications/cancelled", cancel));
    // Has just been freed.
    await pair.send(notification("notifications/cancelled", cancel));
  }
  held.release();
  await pair.finish();
  const lines = pair.stderr.join("").split("\n");
  assert.ok(
    lines.some((l) => l.endsWith("] recv method=notifications/initialized")),
  );
  const cancelled = lines.filter((line) => line.includes("] cancelled "));
  assert.deepEqual(cancelled.map((line) => line.replace(/^.*\] /, "")), [
    'cancelled requestId=1 reason="enough"',
    'cancelled requestId=2 reason="no reason given"',
  ]);
});

Deno.test("a server cancels nothing for other notifications that name a request", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  const params = { name: "held" };
  await pair.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await held.called();
  await pair.send(notification("notifications/progress", { requestId: 1 }));
  held.release("here");
  const [answer] = await pair.finish();
  assert.deepEqual(answer?.result?.structuredContent, { text: "here" });
});

Deno.test("a server logs a defect in one line, with its stack or its text", async () => {
  const thrown: Record<string, unknown> = {
    error: new Error("boom"),
    text: "just words",
  };
  const tools = Object.entries(thrown).map(([name, what]) =>
    testTool(name, () => {
      throw what;
    })
  );
  const pair = new ServerPair({ tools: { tools } });
  for (const name of Object.keys(thrown)) {
    const { error } = await pair.ask("tools/call", { name });
    assert.deepEqual(error, { code: -32603, message: "Internal error" });
  }
  await pair.finish();
  const [error, text, ...rest] = pair.stderr;
  assert.match(
    error ?? "",
    /\] internal error, please report it: Error: boom at .+log_test\.ts:.+ at .+\n$/,
  );
  assert.equal(error?.trim().split("\n").length, 1);
  assert.match(text ?? "", /please report it: just words\n$/);
  assert.deepEqual(rest, []);
});
