import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import {
  ApiFailure,
  type ApiFailureFields,
} from "../../../src/responses/run/api_failure.ts";
import { toResponsesError } from "../../../src/responses/run/to_responses_error.ts";
import { answerRequest } from "../../../src/responses/request/answer_request.ts";
import type { PreparedRequest } from "../../../src/responses/request/request_body.ts";
import type { ResponsesError } from "../../../src/responses/responses_error.ts";

const settings = defaultConfig();

/** What a failure comes to, a minute before the deadline. */
function errorOf(
  failure: ApiFailure,
  { name = "answer", previous_response_id }: {
    name?: PreparedRequest["name"];
    previous_response_id?: string;
  } = {},
): ResponsesError {
  const context = { settings, policy: "", today: "2026-11-16" };
  const question = { query: "q", previous_response_id };
  const { body } = answerRequest(question, "answer", context);
  return toResponsesError(failure, {
    settings,
    request: { name, body },
    redact: (text) => text,
    now: 0,
    remaining: 60_000,
  });
}

/** Its reason and its message. */
function worded(
  fields: Partial<ApiFailureFields>,
  message = "no",
  context: Parameters<typeof errorOf>[1] = {},
): [string, string] {
  const failure = new ApiFailure(message, { kind: "http", ...fields });
  const error = errorOf(failure, context);
  return [error.reason, error.message];
}

Deno.test("toResponsesError() knows a missing model by code, parameter or message", () => {
  const missing: [Partial<ApiFailureFields>, string?][] = [
    [{ status: 400, code: "model_not_found" }],
    [{ status: 404, param: "model" }],
    [{ status: 404 }, "The Model x does not exist"],
  ];
  for (const [fields, message] of missing) {
    assert.equal(worded(fields, message)[0], "model_not_found");
  }
  assert.equal(
    worded({ status: 404 }, "a remodelled page")[0],
    "upstream_error",
  );
  assert.equal(worded({ status: 400, param: "model" })[0], "upstream_error");
});

Deno.test("toResponsesError() takes a wait beyond the deadline for a limit, and rounds it up", () => {
  const wait = (value: string) =>
    worded({ status: 503, retryAfter: { value } });
  assert.deepEqual(wait("60.5").slice(0, 1), ["rate_limited"]);
  assert.match(wait("60.5")[1], /wait 61 s, as the server asks/);
  assert.equal(wait("60")[0], "rate_limited");
  assert.equal(wait("59")[0], "upstream_error");
  assert.match(wait("59")[1], /wait 59 s, as the server asks, then ask again/);
  assert.match(wait("9000")[1], /wait 9000 s, /);
  const retryAfter = { value: "60" };
  assert.equal(worded({ status: 500, retryAfter })[0], "rate_limited");
  assert.equal(worded({ status: 499, retryAfter })[0], "upstream_error");
});

Deno.test("toResponsesError() tells a server that was not reached from an answer that broke off", () => {
  const unreachable = { kind: "unreachable" } as const;
  const [reason, message] = worded(unreachable, "refused");
  assert.equal(reason, "network");
  assert.match(
    message,
    /^Cannot reach https:.*: check the network, .* Error: "refused"$/,
  );
  const kind = "connection";
  for (
    const [begun, when] of [
      [true, "while the answer was arriving"],
      [false, "after the question was sent"],
    ] as const
  ) {
    assert.deepEqual(worded({ kind, begun }, "reset"), [
      "network",
      `The connection broke ${when}. The question may have been billed and was not sent again; ask again if you still want the answer. Error: "reset"`,
    ]);
  }
});

Deno.test("toResponsesError() says where to turn when the server points elsewhere", () => {
  for (const status of [301, 399]) {
    assert.match(
      worded({ status })[1],
      /^https:.* elsewhere \(\d+\), .*: set openai\.base_url to the address /,
    );
  }
  assert.match(worded({ status: 400 })[1], /refused the request \(400\)/);
});

Deno.test("toResponsesError() quotes 002 §3.5 on how long a response is kept", () => {
  const previous = { previous_response_id: "resp_1" };
  const code = "previous_response_not_found";
  assert.match(
    worded({ status: 400, code }, "no", previous)[1],
    /^Previous response not found: resp_1\. .* \(30 day limit\) or never existed\. Leave /,
  );
  const param = "previous_response_id";
  assert.match(
    worded({ status: 400, param }, "no", previous)[1],
    /^Invalid or expired previous_response_id: resp_1\. .* valid for 30 days\. Leave /,
  );
});

Deno.test("toResponsesError() speaks of a previous response only when one was named", () => {
  const fields = { status: 400, code: "previous_response_not_found" };
  assert.equal(worded(fields)[0], "upstream_error");
});

Deno.test("toResponsesError() quotes the beginning of what the server said", () => {
  const [, message] = worded({ status: 500 }, "x".repeat(300));
  assert.ok(message.endsWith(`It said "${"x".repeat(159)}…"`), message);
});

Deno.test("toResponsesError() says where the model of each tool is set", () => {
  const advice = (name: PreparedRequest["name"]): string =>
    worded({ code: "model_not_found" }, "", { name })[1]
      .replace(/^.*key: /, "");
  const set = "set another in model_profiles";
  const answer = `${set}.answer.model (or MODEL_ANSWER)`;
  assert.equal(advice("answer"), answer);
  assert.equal(
    advice("answer_detailed"),
    `${set}.answer_detailed.model (or MODEL_DETAILED)`,
  );
  assert.equal(
    advice("answer_quick"),
    `${set}.answer_quick.model (or MODEL_QUICK)`,
  );
  assert.equal(advice("iris"), `leave the argument model out, or ${answer}`);
});

Deno.test("toResponsesError() says which setting a refused field comes from", () => {
  const refused: [Partial<ApiFailureFields>, string, RegExp][] = [
    [
      { param: "reasoning.effort" },
      "no",
      /supports\.reasoning there to false$/,
    ],
    [{ param: "text.verbosity" }, "no", /supports\.verbosity there to false$/],
    [{ param: "tools" }, "not with reasoning.effort", /offers web_search: /],
    [{ param: "tools[0].type" }, "no", /offers web_search: /],
    [{ param: "stream" }, "verify", /"; set responses\.stream to false$/],
    [{}, "Streaming is not supported", /; set responses\.stream to false$/],
    [{ param: "include" }, "no", /offers web_search: /],
    [{}, "Unknown argument: reasoning", /supports\.reasoning/],
    [{}, "'type' of tool must be 'function'", /offers web_search: /],
    [{}, "web_search: unknown type", /offers web_search: /],
    [{ param: "input" }, "web_search", /check the model and the settings/],
    [{}, "Unknown", /check the model and the settings of its profile$/],
  ];
  for (const [fields, said, message] of refused) {
    const [reason, text] = worded({ status: 400, ...fields }, said);
    assert.equal(reason, "upstream_error");
    assert.match(text, message);
  }
});

Deno.test("toResponsesError() does not send users to ask again when that cannot help", () => {
  const steps: [string, RegExp][] = [
    ["content_filter", /; rephrase the question$/],
    ["content_policy_violation", /; rephrase the question$/],
    ["invalid_prompt", /; rephrase the question$/],
    ["insufficient_quota", /: check plan and billing, then ask again$/],
    ["rate_limit_exceeded", /: wait a minute, then ask again\. It said "no"$/],
    ["context_length_exceeded", /; ask a shorter question$/],
    ["string_above_max_length", /; ask a shorter question$/],
    ["server_error", /"no"; ask again$/],
  ];
  for (const [code, message] of steps) {
    const failure = { kind: "reported", code } as const;
    assert.match(worded(failure, "no")[1], message);
  }
  const broken = { kind: "reported" } as const;
  assert.match(worded(broken, "web_search broke")[1], /"; ask again$/);
});

Deno.test("toResponsesError() offers to leave a conversation that may be at fault", () => {
  const previous = { previous_response_id: "resp_1" };
  const long = { status: 400, code: "context_length_exceeded" };
  assert.match(
    worded(long, "no", previous)[1],
    /; leave previous_response_id out to start a new conversation$/,
  );
  assert.match(
    worded({ status: 404 }, "no", previous)[1],
    /; check openai\.base_url, or leave previous_response_id out$/,
  );
  for (const status of [404, 405]) {
    assert.match(worded({ status })[1], /; check openai\.base_url$/);
  }
});

Deno.test("toResponsesError() says how to vouch for a certificate", () => {
  const kind = "unreachable";
  const said = [
    // As Node says it.
    "self-signed certificate in certificate chain",
    "unable to get local issuer certificate",
    "certificate has expired",
    "Hostname/IP does not match certificate's altnames",
    // As Deno says it.
    "invalid peer certificate: UnknownIssuer",
    "Failed opening CA file: No such file or directory (os error 2)",
  ];
  for (const words of said) {
    const [reason, message] = worded({ kind }, words);
    assert.equal(reason, "network");
    assert.match(message, /^Cannot trust the certificate of https:\/\/api\./);
    assert.match(message, /in NODE_EXTRA_CA_CERTS, and restart the server/);
    assert.ok(message.endsWith(`Error: "${words}"`));
  }
  const [, refused] = worded({ kind }, "connect ECONNREFUSED");
  assert.match(refused, /^Cannot reach /);
});

Deno.test("toResponsesError() says where the SDK should have come from", () => {
  const [reason, message] = worded({ kind: "package" }, "not found");
  assert.equal(reason, "network");
  // Deno remembers for the life of its process that a package failed to load.
  assert.match(
    message,
    /^Cannot load the openai package: .* restart the server\. .*"not found"$/,
  );
});

Deno.test("toResponsesError() names what failed", () => {
  const kind = "protocol";
  const reported = new ApiFailure("no", { kind, code: "c", type: "t" });
  assert.deepEqual(errorOf(reported).detail, {
    status: "c",
    type: "t",
    name: "ApiFailure",
  });
});

Deno.test("toResponsesError() gives the codes of events the reasons of statuses", () => {
  const kind = "reported";
  const reasons: [string, string][] = [
    ["rate_limit_exceeded", "rate_limited"],
    ["insufficient_quota", "rate_limited"],
    ["invalid_api_key", "authentication"],
    ["model_not_found", "model_not_found"],
    ["server_error", "upstream_error"],
    ["cancelled", "cancelled"],
  ];
  for (const [code, reason] of reasons) {
    assert.equal(worded({ kind, code })[0], reason, code);
  }
});

Deno.test("toResponsesError() tells what a request or a response that is too large needs", () => {
  const large = worded({ status: 413 });
  assert.equal(large[0], "upstream_error");
  assert.match(large[1], /larger than the API takes \(413\): ask a shorter/);
  const big = worded({ kind: "too_big", begun: true }, "longer than 9 bytes");
  assert.equal(big[0], "upstream_error");
  assert.match(big[1], /^longer than 9 bytes: .* raise responses\.max_bytes$/);
});

Deno.test("toResponsesError() tells of zero data retention in the API's words", () => {
  const words = "cannot be used due to Zero Data Retention.";
  const previous = { previous_response_id: "resp_1" };
  for (const param of ["previous_response_id", "store"]) {
    const code = "unsupported_parameter";
    const [reason, message] = worded(
      { status: 400, param, code },
      words,
      previous,
    );
    assert.equal(reason, "upstream_error");
    assert.match(message, /"cannot be used due to Zero Data Retention\."/);
    assert.match(message, /set responses\.store to false/);
  }
});
