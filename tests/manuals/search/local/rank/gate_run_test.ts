import assert from "node:assert/strict";
import { timedRun } from "../../../../../src/manuals/search/local/rank/gate_run.ts";
import { candidate } from "../../../../kit/candidates.ts";
import { ManualClock } from "../../../../kit/manual_clock.ts";

Deno.test("timedRun() tells how long a ranking took, and how much it found", () => {
  const clock = new ManualClock();
  clock.advance(1000);
  const what = { gate: "g0", pass: "base", terms: [], weight: 1 } as const;
  const { run } = timedRun(clock, () => {
    clock.advance(7);
    return [candidate("a", 1)];
  }, what);
  assert.deepEqual(run, { ...what, candidates: 1, elapsedMs: 7 });
});
