import assert from "node:assert/strict";
import { progressBar } from "../../src/cli/_progress_bar.ts";
import { ManualClock } from "../kit/manual_clock.ts";

function barsOf(...steps: [done: number, total: number][]): string[] {
  let written = "";
  const clock = new ManualClock();
  const bar = progressBar({
    clock,
    isTerminal: () => true,
    env: () => undefined,
    columns: () => undefined,
    writeStderr: (text) => void (written += text),
  });
  for (const [done, total] of steps) {
    clock.advance(60_000);
    bar.progress("guide", done, total);
  }
  bar.end();
  return written.match(/[█░]+/g) ?? [];
}

Deno.test("progressBar() fills its bar, whatever it is told", () => {
  const [none = "", full = "", more, nothing] = barsOf(
    [0, 1],
    [1, 1],
    [3, 2],
    [0, 0],
  );
  assert.match(none, /^░+$/);
  assert.match(full, /^█+$/);
  assert.equal(full.length, none.length);
  assert.deepEqual([more, nothing], [full, none]);
});
