import assert from "node:assert/strict";
import { systemClock } from "../../src/runtime/runtime.ts";

Deno.test("systemClock.after() waits also for longer than a timer can", async () => {
  const fired: string[] = [];
  const cancel = systemClock.after(2 ** 53 - 1, () => fired.push("long"));
  await new Promise<void>((resolve) => {
    systemClock.after(20, () => resolve());
  });
  cancel();
  assert.deepEqual(fired, []);
});

Deno.test("systemClock.after() runs nothing once it is cancelled", async () => {
  const fired: string[] = [];
  systemClock.after(0, () => fired.push("cancelled"))();
  await new Promise<void>((resolve) => {
    systemClock.after(1, () => resolve());
  });
  assert.deepEqual(fired, []);
});
