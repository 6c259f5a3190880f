import assert from "node:assert/strict";
import {
  SharedJob,
  type Work,
} from "../../../../../src/manuals/search/local/index/shared_job.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import { ManualClock } from "../../../../kit/manual_clock.ts";

function endless(): {
  work: Work;
  starts: () => number;
  stopped: () => boolean;
} {
  let starts = 0;
  let stopped = false;
  const work: Work = (signal, pausing) => {
    starts++;
    pausing();
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        stopped = true;
        reject(signal.reason);
      });
    });
  };
  return { work, starts: () => starts, stopped: () => stopped };
}

Deno.test("SharedJob() runs once for two callers", async () => {
  let runs = 0;
  const job = new SharedJob(new ManualClock(), () => {
    runs++;
    return Promise.resolve();
  });
  const { signal } = new AbortController();
  const both = [job.wait(signal, 100), job.wait(signal, 100)];
  assert.deepEqual(await Promise.all(both), [true, true]);
  assert.equal(runs, 1);
});

Deno.test("SharedJob() goes on when a caller's time is up", async () => {
  const clock = new ManualClock();
  const { work, stopped } = endless();
  const job = new SharedJob(clock, work);
  const wait = job.wait(new AbortController().signal, 100);
  clock.advance(100);
  assert.equal(await wait, false);
  assert.equal(stopped(), false);
  // Another one who joins and gives up does not speak for the first.
  const other = new AbortController();
  const joined = job.wait(other.signal, 100);
  other.abort(new Error("no more"));
  await assert.rejects(joined, /no more/);
  assert.equal(stopped(), false);
  job.stop();
  await job.settled();
  assert.equal(stopped(), true);
});

Deno.test("SharedJob() sets no timer before the work pauses", async () => {
  const clock = new ManualClock();
  let pause = (): void => undefined;
  const job = new SharedJob(clock, (_signal, pausing) => {
    pause = pausing;
    return new Promise(() => undefined);
  });
  const wait = job.wait(new AbortController().signal, 100);
  clock.advance(30);
  assert.deepEqual(clock.pending, []);
  pause();
  assert.deepEqual(clock.pending, [70]);
  clock.advance(70);
  assert.equal(await wait, false);
});

Deno.test("SharedJob() stops when its last caller gives up, not before", async () => {
  const { work, stopped } = endless();
  const job = new SharedJob(new ManualClock(), work);
  const first = new AbortController();
  const second = new AbortController();
  const waits = [job.wait(first.signal, 100), job.wait(second.signal, 100)];
  first.abort(new Error("first"));
  await assert.rejects(waits[0] ?? Promise.resolve(), /first/);
  assert.equal(stopped(), false);
  second.abort(new Error("second"));
  await assert.rejects(waits[1] ?? Promise.resolve(), /second/);
  assert.equal(stopped(), true);
});

Deno.test("SharedJob.wait() does not inherit the end of a job that others cancelled", async () => {
  let runs = 0;
  let unwind = (): void => undefined;
  const job = new SharedJob(runtime.clock, async (signal) => {
    if (++runs > 1) return;
    // Goes on for a while after it was stopped, as work in slices does.
    await new Promise<void>((resolve) => unwind = resolve);
    signal.throwIfAborted();
  });
  const first = new AbortController();
  const cancelled = job.wait(first.signal, 60_000);
  first.abort(new Error("cancelled by its client"));
  await assert.rejects(cancelled, /cancelled by its client/);
  const second = job.wait(new AbortController().signal, 60_000);
  unwind();
  assert.equal(await second, true);
  assert.equal(runs, 2);
});

Deno.test("SharedJob() lets no caller wait past its time for work that never lets timers run", async () => {
  const clock = new ManualClock();
  // Time passes, but no timer fires: the work is always faster.
  const stuck = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: () => () => {},
    turn: () => Promise.resolve(),
  };
  let pauses = 0;
  const job = new SharedJob(stuck, async (signal, pausing) => {
    for (; pauses < 100; pauses++) {
      clock.advance(1);
      pausing();
      await Promise.resolve();
      signal.throwIfAborted();
    }
  });
  assert.equal(await job.wait(new AbortController().signal, 5), false);
  assert.ok(pauses < 20, `${pauses} pauses`);
  await job.settled();
});
