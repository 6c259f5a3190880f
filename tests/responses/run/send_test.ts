import assert from "node:assert/strict";
import { openScope } from "../../../src/responses/run/scope.ts";
import { ApiFailure } from "../../../src/responses/run/api_failure.ts";
import { createNarrator } from "../../../src/responses/run/narrator.ts";
import { answerRequest } from "../../../src/responses/request/answer_request.ts";
import { send } from "../../../src/responses/run/send.ts";
import { configWith } from "../../kit/answer_setup.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

/** Sends to a server that gives whole responses, one for each request. */
function sendTo(answers: (() => unknown)[], signal?: AbortSignal) {
  const clock = new ManualClock();
  const settings = configWith({ responses: { stream: false } });
  const request = { settings, policy: "", today: "2026-11-16" };
  const { body } = answerRequest({ query: "q" }, "answer", request);
  const said: string[] = [];
  const failures: ApiFailure[] = [];
  const result = send(body, {
    sdk: {
      create: () => new Promise((resolve) => resolve(answers.shift()?.())),
      stream: () => Promise.reject(new Error("not streamed")),
      retrieve: () => Promise.reject(new Error("not stored")),
      resume: () => Promise.reject(new Error("not stored")),
      cancel: () => Promise.reject(new Error("not stored")),
      model: () => Promise.reject(new Error("not asked")),
      toFailure: (error) => error as ApiFailure,
    },
    settings,
    clock,
    scope: openScope(clock, { timeoutMs: 300_000, parent: signal }),
    narrator: createNarrator(clock, (message) => said.push(message)),
    onFailure: (failure) => void failures.push(failure),
    onSending: () => {},
    recover: () => Promise.resolve(undefined),
  });
  return { clock, result, said, failures };
}

Deno.test("send() takes no response that failed or was cancelled for an answer", async () => {
  const messages = {
    failed: "The response is failed",
    cancelled: "The response was cancelled",
  };
  for (const [status, message] of Object.entries(messages)) {
    const { result, failures } = sendTo([() => ({ status })]);
    await assert.rejects(result, { message });
    assert.equal(failures.length, 1);
  }
});

Deno.test("send() says that it tries again, when and why", async () => {
  const busy = new ApiFailure("busy", {
    kind: "http",
    status: 503,
    retryAfter: { value: "1.2" },
  });
  const { clock, result, said, failures } = sendTo([
    () => {
      throw busy;
    },
    () => ({ status: "completed" }),
  ]);
  await clock.timer(1200);
  assert.deepEqual(said, ["Trying again in 2 s (503)"]);
  assert.deepEqual(failures, [busy]);
  clock.advance(1200);
  assert.deepEqual(await result, { status: "completed" });
});

Deno.test("send() gives nothing to a call that was cancelled meanwhile", async () => {
  const controller = new AbortController();
  const { result } = sendTo([() => {
    controller.abort(new Error("by the user"));
    return { status: "completed" };
  }], controller.signal);
  await assert.rejects(result, /by the user/);
});

Deno.test("send() asks again where a response says that it failed in passing", async () => {
  const failed = (code: string) => ({ status: "failed", error: { code } });
  const content = [{ type: "output_text", text: "begun" }];
  const output = [{ type: "message", content }];
  for (const code of ["server_error", "rate_limit_exceeded"]) {
    const done = { status: "completed" };
    const { clock, result, said } = sendTo([() => failed(code), () => done]);
    clock.advance(await clock.timer(250, 500));
    assert.deepEqual(await result, done);
    assert.deepEqual(said, [`Trying again in 1 s (${code})`]);
  }
  for (
    const response of [
      failed("invalid_prompt"),
      failed("insufficient_quota"),
      // Its text may have been billed.
      { ...failed("server_error"), output },
    ]
  ) {
    const { result, failures } = sendTo([() => response]);
    await assert.rejects(result, { kind: "reported" });
    assert.equal(failures.length, 1);
  }
});
