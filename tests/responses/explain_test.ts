import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import {
  ApiFailure,
  type ApiFailureFields,
} from "../../src/responses/api_failure.ts";
import { explain } from "../../src/responses/explain.ts";
import { buildAnswerRequest } from "../../src/responses/request_body.ts";

const settings = defaultConfig();

/** Reason and message of a failure, a minute before the deadline. */
function explained(
  fields: Partial<ApiFailureFields>,
  message = "no",
): [string, string] {
  const request = { settings, instructions: "", domains: [] };
  const { body } = buildAnswerRequest({ query: "q" }, "answer", request);
  const failure = new ApiFailure(message, { kind: "http", ...fields });
  const redact = (text: string): string => text;
  const context = { settings, body, redact, now: 0, remaining: 60_000 };
  const error = explain(failure, context);
  return [error.reason, error.message];
}

Deno.test("explain() knows a missing model by code, parameter or message", () => {
  const missing: [Partial<ApiFailureFields>, string?][] = [
    [{ status: 400, code: "model_not_found" }],
    [{ status: 404, param: "model" }],
    [{ status: 404 }, "The Model x does not exist"],
  ];
  for (const [fields, message] of missing) {
    assert.equal(explained(fields, message)[0], "model_not_found");
  }
  assert.equal(
    explained({ status: 404 }, "a remodelled page")[0],
    "upstream_error",
  );
  assert.equal(explained({ status: 400, param: "model" })[0], "upstream_error");
});

Deno.test("explain() takes a wait beyond the deadline for a limit, and rounds it up", () => {
  const wait = (value: string) =>
    explained({ status: 503, retryAfter: { value } });
  assert.deepEqual(wait("60.5").slice(0, 1), ["rate_limited"]);
  assert.match(wait("60.5")[1], /wait 61 s, as the server asks/);
  assert.equal(wait("60")[0], "rate_limited");
  assert.equal(wait("59")[0], "upstream_error");
  assert.match(wait("59")[1], /wait 59 s, as the server asks, then ask again/);
});

Deno.test("explain() speaks of a previous response only when one was named", () => {
  const fields = { status: 400, code: "previous_response_not_found" };
  assert.equal(explained(fields)[0], "upstream_error");
});

Deno.test("explain() quotes the beginning of what the server said", () => {
  const [, message] = explained({ status: 500 }, "x".repeat(300));
  assert.ok(message.endsWith(`It said "${"x".repeat(159)}…"`), message);
});
