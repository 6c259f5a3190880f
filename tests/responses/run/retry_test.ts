import assert from "node:assert/strict";
import { ApiFailure } from "../../../src/responses/run/api_failure.ts";
import {
  retryAfterMs,
  type RetryOptions,
  withRetries,
} from "../../../src/responses/run/retry.ts";
import { MANUAL_START, ManualClock } from "../../kit/manual_clock.ts";

function failure(status: number, value?: string): ApiFailure {
  const fields = { kind: "http", status, retryAfter: { value } } as const;
  return new ApiFailure(`status ${status}`, fields);
}

function options(
  clock: ManualClock,
  more: Partial<RetryOptions> = {},
): RetryOptions {
  return {
    clock,
    signal: new AbortController().signal,
    maxRetries: 3,
    remaining: () => 300_000 - clock.monotonic(),
    toFailure: (error) => error as ApiFailure,
    random: () => 1,
    ...more,
  };
}

Deno.test("withRetries() waits longer after each failure, up to eight seconds", async () => {
  const clock = new ManualClock();
  let attempts = 0;
  const result = withRetries(() => {
    attempts++;
    return Promise.reject(failure(503));
  }, options(clock, { maxRetries: 6 }));
  for (const wait of [500, 1000, 2000, 4000, 8000, 8000]) {
    await clock.timer(wait);
    clock.advance(wait);
  }
  await assert.rejects(result, { status: 503 });
  assert.equal(attempts, 7);
});

Deno.test("withRetries() adds jitter of up to half the wait", async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const result = withRetries(
    () => Promise.reject(failure(500)),
    options(clock, { random: () => 0, signal: controller.signal }),
  );
  await clock.timer(250);
  controller.abort(new Error("stop"));
  await assert.rejects(result, /stop/);
});

Deno.test("withRetries() waits as long as the server asks", async () => {
  const clock = new ManualClock();
  const answers = [
    () => Promise.reject(failure(429, "7")),
    () => Promise.resolve("ok"),
  ];
  const result = withRetries(
    () => answers.shift()?.() ?? Promise.reject(new Error("too many")),
    options(clock),
  );
  await clock.timer(7000);
  clock.advance(7000);
  assert.equal(await result, "ok");
});

Deno.test("withRetries() gives up at once when the wait outlasts the deadline", async () => {
  const clock = new ManualClock();
  const remaining = (): number => 60_000;
  let attempts = 0;
  await assert.rejects(
    withRetries(() => {
      attempts++;
      return Promise.reject(failure(429, "60"));
    }, options(clock, { remaining })),
    { status: 429 },
  );
  assert.equal(attempts, 1);
  assert.deepEqual(clock.pending, []);
});

Deno.test("withRetries() repeats nothing that waiting does not mend", async () => {
  const quota = new ApiFailure("quota", {
    kind: "http",
    status: 429,
    code: "insufficient_quota",
  });
  const begun = new ApiFailure("cut", { kind: "connection", begun: true });
  const garbage = new ApiFailure("garbage", { kind: "protocol" });
  const refused = [failure(400), failure(401), failure(499)];
  for (const error of [...refused, quota, begun, garbage]) {
    let attempts = 0;
    await assert.rejects(
      withRetries(() => {
        attempts++;
        return Promise.reject(error);
      }, options(new ManualClock())),
    );
    assert.equal(attempts, 1, error.message);
  }
});

Deno.test("withRetries() makes no attempt for a call that was cancelled", async () => {
  const signal = AbortSignal.abort(new Error("cancelled"));
  let attempts = 0;
  const run = (): Promise<void> => {
    attempts++;
    return Promise.resolve();
  };
  const result = withRetries(run, options(new ManualClock(), { signal }));
  await assert.rejects(result, /cancelled/);
  assert.equal(attempts, 0);
});

Deno.test("withRetries() does not take a cancellation for a failure", async () => {
  const controller = new AbortController();
  const failures: unknown[] = [];
  const result = withRetries(
    () => {
      controller.abort(new Error("cancelled"));
      return Promise.reject(failure(503));
    },
    options(new ManualClock(), {
      signal: controller.signal,
      onFailure: (error) => void failures.push(error),
    }),
  );
  await assert.rejects(result, /cancelled/);
  assert.deepEqual(failures, []);
});

Deno.test("withRetries() frees its timer when its sleep is cancelled", async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const result = withRetries(
    () => Promise.reject(failure(429, "120")),
    options(clock, { signal: controller.signal }),
  );
  await clock.timer(120_000);
  controller.abort(new Error("cancelled"));
  await assert.rejects(result, /cancelled/);
  assert.deepEqual(clock.pending, []);
});

Deno.test("retryAfterMs() reads milliseconds, seconds and dates", () => {
  const now = MANUAL_START;
  const later = new Date(now + 90_000).toUTCString();
  const earlier = new Date(now - 90_000).toUTCString();
  assert.equal(retryAfterMs({ ms: "20", value: "3" }, now), 20);
  assert.equal(retryAfterMs({ value: " 3 " }, now), 3000);
  assert.equal(retryAfterMs({ value: "0.5" }, now), 500);
  assert.equal(retryAfterMs({ value: later }, now), 90_000);
  assert.equal(retryAfterMs({ value: earlier }, now), 0);
  for (const value of ["", "-1", "soon", "1e9999999x"]) {
    assert.equal(retryAfterMs({ value }, now), undefined, value);
  }
  for (const ms of ["", " ", "-1", "0x10", "Infinity", "soon"]) {
    assert.equal(retryAfterMs({ ms, value: "3" }, now), 3000, ms);
  }
  assert.equal(retryAfterMs(undefined, now), undefined);
});
