import assert from "node:assert/strict";
import { PacedJob } from "../../../../../src/manuals/search/local/index/paced_job.ts";
import { ManualClock } from "../../../../kit/manual_clock.ts";

function setUp(): { clock: ManualClock; job: PacedJob; runs: () => number } {
  const clock = new ManualClock();
  let runs = 0;
  const job = new PacedJob(clock, async () => {
    await Promise.resolve();
    clock.advance(100);
    runs++;
  });
  return { clock, job, runs: () => runs };
}

Deno.test("PacedJob() runs at once, then rests for longer than it ran", async () => {
  const { clock, job, runs } = setUp();
  job.request();
  await job.settled();
  assert.equal(runs(), 1);
  job.request();
  job.request();
  assert.deepEqual(clock.pending, [2000]);
  clock.advance(1999);
  await Promise.resolve();
  assert.equal(runs(), 1);
  clock.advance(1);
  await job.settled();
  assert.equal(runs(), 2, "what was asked for twice is done once");
  await job.settled();
  assert.equal(runs(), 2);
});

Deno.test("PacedJob.settled() does not wait for the rest to end", async () => {
  const { clock, job, runs } = setUp();
  job.request();
  await job.settled();
  job.request();
  await job.settled();
  assert.equal(runs(), 2);
  assert.deepEqual(clock.pending, []);
});
