/** What is advised fits what the server said: no user is sent the wrong way. */
import assert from "node:assert/strict";
import { failureIn, setUp } from "../../kit/answer_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";

interface Said {
  readonly status: number;
  readonly code?: string;
  readonly param?: string;
  readonly message?: string;
}

/** Asks a server that refuses; gives the failure and how often it was asked. */
async function ask(
  { status, ...error }: Said,
  args: object = {},
): Promise<{ reason: unknown; message: string; requests: number }> {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "status", status, error } });
  const setup = setUp(api.baseUrl, { fast: true });
  const outcome = await setup.call("answer", { query: "q", ...args });
  const { reason, message } = failureIn(outcome);
  return { reason, message: String(message), requests: api.requests.length };
}

const TOO_LARGE =
  "Request too large for gpt-5.2 on tokens per min (TPM): Limit 30000, Requested 45000.";
const ZERO_RETENTION =
  "Previous response cannot be used for this organization due to Zero Data Retention.";
const next = { previous_response_id: "resp_1" };

const CASES: readonly (readonly [Said, string, RegExp, object?])[] = [
  [{ status: 402 }, "upstream_error", /; check plan and billing/],
  [
    { status: 408 },
    "upstream_error",
    /; it took too long to arrive: ask again$/,
  ],
  [
    { status: 409 },
    "upstream_error",
    /same conversation: wait for its answer, then ask again$/,
  ],
  [
    { status: 413 },
    "upstream_error",
    /larger than the API takes \(413\): ask a shorter question/,
  ],
  [
    { status: 413 },
    "upstream_error",
    /\(413\): leave previous_response_id out to start a new conversation/,
    next,
  ],
  [
    { status: 429, code: "rate_limit_exceeded", message: TOO_LARGE },
    "rate_limited",
    /\(429\): ask a shorter question, or choose a model with a higher limit\. It said "Request too large/,
  ],
  [
    { status: 400, code: "content_policy_violation" },
    "upstream_error",
    /; rephrase the question$/,
  ],
  [
    { status: 400, code: "bio_policy" },
    "upstream_error",
    /; rephrase the question$/,
  ],
  [
    {
      status: 400,
      code: "content_filter",
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    },
    "upstream_error",
    /; rephrase the question$/,
  ],
  [
    {
      status: 403,
      message: "openai/gpt-5.2 requires moderation; your input was flagged",
    },
    "upstream_error",
    /\(403\).*; rephrase the question$/,
  ],
  [
    { status: 403, message: "no access" },
    "authentication",
    /OPENAI_API_KEY \(403\): check/,
  ],
  [
    { status: 403, code: "unsupported_country_region_territory" },
    "authentication",
    /does not serve the country/,
  ],
  [
    {
      status: 400,
      code: "unsupported_parameter",
      param: "previous_response_id",
      message: ZERO_RETENTION,
    },
    "upstream_error",
    /Zero Data Retention\."; set responses\.store to false \(ORMCP_RESPONSES_STORE\), and leave previous_response_id out$/,
    next,
  ],
  [
    {
      status: 400,
      code: "invalid_value",
      param: "store",
      message: "store must be false",
    },
    "upstream_error",
    /"store must be false"; set responses\.store to false/,
  ],
  [
    {
      status: 400,
      code: "previous_response_not_found",
      param: "previous_response_id",
    },
    "previous_response_not_found",
    /^Previous response not found: resp_1\. The response may have expired \(30 day limit\)/,
    next,
  ],
  [
    { status: 400, code: "invalid_value", param: "previous_response_id" },
    "previous_response_not_found",
    /^Invalid or expired previous_response_id: resp_1\. Response IDs are valid for 30 days\./,
    next,
  ],
  [
    { status: 400, param: "service_tier", message: "no flex for this model" },
    "upstream_error",
    /; change or remove the setting of that name below responses/,
  ],
  [
    { status: 400, message: "'type' of tool must be 'function'" },
    "upstream_error",
    /where a server has no web search, set search\.tool \(ORMCP_SEARCH_TOOL\) to none/,
  ],
];

for (const [said, reason, message, args] of CASES) {
  const { status, code = "", param = "" } = said;
  const name = [status, code, param, args ? "in a conversation" : ""]
    .filter(Boolean).join(" ");
  Deno.test(`answer gives advice that fits ${name || message}: ${message.source.slice(0, 30)}`, async () => {
    const failure = await ask(said, args);
    assert.match(failure.message, message);
    assert.equal(failure.reason, reason);
    // None of them passes by waiting.
    assert.equal(failure.requests, 1);
    assert.ok(failure.message.length <= 400);
  });
}
