import assert from "node:assert/strict";
import { runtime } from "../../src/runtime/deno.ts";

Deno.test("threads.start() tells when the thread has died, and nothing else ends", async () => {
  const died = Promise.withResolvers<unknown>();
  const { threads } = runtime;
  const message = (): void => undefined;
  const port = await threads.start({ message, died: died.resolve });
  port.post({ kind: "open" });
  assert.match(String(await died.promise), /undefined/);
  port.close();
});

Deno.test("threads.spare() leaves a core to who serves, where there are two", async () => {
  const spare = await runtime.threads.spare();
  assert.equal(spare, Math.max(1, navigator.hardwareConcurrency - 1));
});
