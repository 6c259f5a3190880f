import assert from "node:assert/strict";
import { framed, line, McpClient } from "./mcp_client.ts";

function openClient(): { peer: McpClient; hear(text: string): void } {
  const peer = new McpClient(() => Promise.resolve());
  const hear = (text: string): void =>
    peer.receive(new TextEncoder().encode(text));
  return { peer, hear };
}

const PONG = { id: 1, result: {} };

Deno.test("McpClient() reads lines and frames cut anywhere", async () => {
  const { peer, hear } = openClient();
  const answers = [peer.answerTo(1), peer.answerTo(2)];
  const text = framed(PONG) + line({ id: 2, result: { a: "é" } });
  for (const char of text) hear(char);
  const [, second] = await Promise.all(answers);
  assert.deepEqual(second?.result, { a: "é" });
  assert.deepEqual(peer.violations, []);
});

Deno.test("McpClient() notices a second answer, an unknown one and garbage", () => {
  const { peer, hear } = openClient();
  peer.answerTo(1);
  hear(line(PONG));
  hear(line(PONG));
  hear(line({ id: "nobody", result: {} }));
  hear("warning: not a message\n");
  assert.equal(peer.violations.length, 3);
});

Deno.test("McpClient.cancel() takes a later answer for a violation, not one that crosses", async () => {
  const { peer, hear } = openClient();
  const ids = [peer.nextId(), peer.nextId()];
  const cancelled = peer.cancel(...ids);
  hear(line({ id: ids[0], result: {} }));
  await Promise.resolve();
  hear(line({ id: 3, result: {} }));
  await cancelled;
  assert.deepEqual(peer.violations, []);
  hear(line({ id: ids[1], result: {} }));
  assert.deepEqual(peer.violations, ["An answer to the cancelled request 2"]);
});

Deno.test("McpClient() notices progress after the answer or the cancellation", async () => {
  const { peer, hear } = openClient();
  const progress = (progressToken: number): string =>
    line({ method: "notifications/progress", params: { progressToken } });
  const [answered, cancelled] = [peer.nextId(), peer.nextId()];
  peer.answerTo(answered);
  hear(progress(answered));
  hear(line({ id: answered, result: {} }));
  const done = peer.cancel(cancelled);
  hear(progress(cancelled));
  await Promise.resolve();
  hear(line({ id: 3, result: {} }));
  await done;
  assert.deepEqual(peer.violations, []);
  hear(progress(answered));
  hear(progress(cancelled));
  assert.deepEqual(peer.violations, [
    "Progress of request 1 after its end",
    "Progress of request 2 after its end",
  ]);
});
