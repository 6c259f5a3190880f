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

/** What a program prints that has `after` of a fresh process, until it ends. */
async function runFresh(code: string): Promise<string> {
  const module = new URL("../../src/runtime/deno.ts", import.meta.url);
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `import { runtime } from "${module}";
       const { after } = runtime.clock; ${code}`,
    ],
    stderr: "inherit",
  }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("after() runs the first timer of a process once, like all others", async () => {
  const printed = await runFresh(
    `after(1, () => { console.log("first"); after(1, () => console.log("second")); });`,
  );
  assert.equal(printed, "first\nsecond\n");
});

Deno.test("after() keeps no process alive for a first timer that is cancelled", async () => {
  const printed = await runFresh(
    `const cancel = after(2 ** 53 - 1, () => console.log("first"));
     after(1, () => { cancel(); cancel(); });`,
  );
  assert.equal(printed, "");
});
