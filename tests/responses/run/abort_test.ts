import assert from "node:assert/strict";
import { raceAbort, sleep } from "../../../src/responses/run/abort.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

Deno.test("raceAbort() does not wait for a promise that ignores the signal", async () => {
  const controller = new AbortController();
  const forever = new Promise<void>(() => {});
  const race = raceAbort(forever, controller.signal);
  controller.abort(new Error("stop"));
  await assert.rejects(race, /stop/);
  await assert.rejects(raceAbort(forever, controller.signal), /stop/);
  const kept = raceAbort(Promise.resolve(1), new AbortController().signal);
  assert.equal(await kept, 1);
});

Deno.test("sleep() rejects at once under an aborted signal", async () => {
  const clock = new ManualClock();
  await assert.rejects(
    sleep(clock, 1000, AbortSignal.abort(new Error("gone"))),
    /gone/,
  );
  assert.deepEqual(clock.pending, []);
});

Deno.test("sleep() ends with the signal, and takes its timer along", async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const slept = sleep(clock, 1000, controller.signal);
  controller.abort(new Error("stop"));
  await assert.rejects(slept, /stop/);
  assert.deepEqual(clock.pending, []);
});

Deno.test("raceAbort() and sleep() leave no listener behind", async () => {
  const clock = new ManualClock();
  const { signal } = new AbortController();
  const listening = new Map<unknown, string>();
  signal.addEventListener = (type: string, listener: unknown): void => {
    listening.set(listener, type);
  };
  signal.removeEventListener = (type: string, listener: unknown): void => {
    if (listening.get(listener) === type) listening.delete(listener);
  };
  await raceAbort(Promise.resolve(), signal);
  await assert.rejects(raceAbort(Promise.reject(new Error("no")), signal));
  const slept = sleep(clock, 1000, signal);
  assert.deepEqual([...listening.values()], ["abort"]);
  clock.advance(1000);
  await slept;
  assert.equal(listening.size, 0);
});
