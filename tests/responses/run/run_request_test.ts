import assert from "node:assert/strict";
import { answerRequest } from "../../../src/responses/request/answer_request.ts";
import type { ResponsesError } from "../../../src/responses/responses_error.ts";
import { ApiFailure } from "../../../src/responses/run/api_failure.ts";
import type { RunContext } from "../../../src/responses/run/call.ts";
import { runRequest } from "../../../src/responses/run/run_request.ts";
import { configWith } from "../../kit/answer_setup.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

/** Runs a request over a connection that a test makes. */
function runOver(connect: RunContext["connect"], signal?: AbortSignal) {
  const settings = configWith({ request: { timeout_ms: 5000 } });
  const context = { settings, policy: "", today: "2026-11-16" };
  const request = answerRequest({ query: "q" }, "answer", context);
  const clock = new ManualClock();
  const log = { debug: () => {}, redact: (text: string) => text };
  const foregroundOnly = new Set<string>();
  const base = { settings, clock, log, apiKey: "k", connect };
  const running = { ...base, foregroundOnly };
  return { clock, result: runRequest(request, running, { signal }) };
}

Deno.test("runRequest() words a failure, and leaves a defect alone", async () => {
  const missing = new ApiFailure("not found", { kind: "package" });
  const failed = runOver(() => Promise.reject(missing));
  await assert.rejects(failed.result, (error: ResponsesError) => {
    assert.deepEqual([error.reason, error.cause], ["network", missing]);
    return true;
  });
  const defect = new RangeError("a defect");
  const broken = runOver(() => Promise.reject(defect));
  await assert.rejects(broken.result, defect);
  assert.deepEqual([failed.clock.pending, broken.clock.pending], [[], []]);
});

Deno.test("runRequest() ends with its deadline or its caller, whichever is first", async () => {
  const never = () => new Promise<never>(() => {});
  const late = runOver(never);
  late.clock.advance(5000);
  await assert.rejects(late.result, { reason: "timeout" });
  const controller = new AbortController();
  const cancelled = runOver(never, controller.signal);
  controller.abort(new Error("by the user"));
  await assert.rejects(cancelled.result, /by the user/);
  assert.deepEqual([late.clock.pending, cancelled.clock.pending], [[], []]);
});
