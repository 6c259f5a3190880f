import assert from "node:assert/strict";
import { openScope } from "../../../src/responses/run/scope.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

Deno.test("openScope() tells its deadline from a cancellation", () => {
  const clock = new ManualClock();
  const late = openScope(clock, { timeoutMs: 1000 });
  clock.advance(1000);
  assert.deepEqual([late.signal.aborted, late.timedOut()], [true, true]);
  const parent = new AbortController();
  const cancelled = openScope(clock, {
    timeoutMs: 1000,
    parent: parent.signal,
  });
  parent.abort("by the user");
  assert.equal(cancelled.signal.reason, "by the user");
  assert.equal(cancelled.timedOut(), false);
  cancelled.close();
});

Deno.test("openScope() starts aborted under an aborted parent", () => {
  const clock = new ManualClock();
  const scope = openScope(clock, {
    timeoutMs: 1000,
    parent: AbortSignal.abort("gone"),
  });
  assert.equal(scope.signal.reason, "gone");
  scope.close();
  assert.deepEqual(clock.pending, []);
});

Deno.test("openScope() leaves no timer and no listener once closed", () => {
  const clock = new ManualClock();
  const parent = new AbortController();
  clock.advance(5000);
  const scope = openScope(clock, {
    timeoutMs: 1000,
    parent: parent.signal,
  });
  assert.equal(scope.remaining(), 1000);
  clock.advance(400);
  assert.equal(scope.remaining(), 600);
  scope.close();
  parent.abort();
  assert.equal(scope.signal.aborted, false);
  assert.deepEqual(clock.pending, []);
});

Deno.test("openScope() of a response with an id ends when the caller has waited, or never", () => {
  const clock = new ManualClock();
  const soft = openScope(clock, { timeoutMs: 1000, answerWithinMs: 500 });
  soft.enter("sending");
  clock.advance(600);
  assert.equal(soft.signal.aborted, false);
  soft.enter("started");
  assert.deepEqual([soft.waited(), soft.timedOut()], [true, false]);
  const endless = openScope(clock, { timeoutMs: 1000 });
  endless.enter("started");
  clock.advance(1_000_000);
  assert.equal(endless.signal.aborted, false);
  assert.deepEqual(clock.pending, []);
});
