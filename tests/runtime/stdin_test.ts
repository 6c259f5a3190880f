import assert from "node:assert/strict";
import { runOnNode } from "../kit/run_on_node.ts";

const UNREAD = `
  import { runtime } from "./src/runtime/node.ts";
  const stream = runtime.openStdin();
  const first = await new Promise((resolve) => {
    for (const event of ["pause", "end"]) {
      process.stdin.once(event, () => resolve(event));
    }
  });
  let total = 0;
  for await (const chunk of stream) total += chunk.length;
  process.stdout.write(JSON.stringify({ first, total }));
`;

Deno.test("openStdin() takes no more than it is asked for, on Node", async () => {
  const total = 4 * 1024 * 1024;
  const seen = await runOnNode(UNREAD, { input: new Uint8Array(total) });
  assert.deepEqual(seen, { first: "pause", total });
});
