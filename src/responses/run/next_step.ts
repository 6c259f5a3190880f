import type { ApiFailure } from "./api_failure.ts";
import type { RequestBody } from "../request/request_body.ts";

const REPHRASE = "rephrase the question";
const SHORTEN = "ask a shorter question";
const PAY = "check plan and billing, then ask again";

const BY_CODE: ReadonlyMap<string, string> = new Map([
  ["insufficient_quota", PAY],
  ["string_above_max_length", SHORTEN],
  ["rate_limit_exceeded", "wait a minute, then ask again"],
]);

// Rules of the server against the question itself, by any of their names.
const POLICY_CODE =
  /polic(?:y|ies)|content_filter|moderation|flagged|^invalid_prompt$/i;
const POLICY_MESSAGE =
  /\bmoderation\b|\bflagged\b|content (?:policy|management policy|filter)|usage polic(?:y|ies)/i;

const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [402, PAY],
  [408, "it took too long to arrive: ask again"],
  [
    409,
    "another request is changing the same conversation: wait for its answer, then ask again",
  ],
]);

const BY_FIELD: readonly [RegExp, string][] = [
  // With zero data retention, or at a server without memory, nothing is kept.
  [
    /^store$|previous_response_id|zero data retention/i,
    "set responses.store to false (ORMCP_RESPONSES_STORE), and leave previous_response_id out",
  ],
  // Some models stream to verified organizations only.
  [/^stream/i, "set responses.stream to false"],
  [
    /^include\b|\btools?\b|web_search/,
    "every question offers web_search: choose a model and a reasoning_effort that go with it; where a server has no web search, set search.tool (ORMCP_SEARCH_TOOL) to none, where it has another name, to that",
  ],
  [
    /^(max_output_tokens|max_tool_calls|service_tier|prompt_cache_key|safety_identifier|metadata)\b/,
    "change or remove the setting of that name below responses, or request of the model's profile",
  ],
  [
    /verbosity/,
    "set verbosity of the model's profile to a value that it takes, or supports.verbosity there to false",
  ],
  [
    /reasoning/,
    "set reasoning_effort of the model's profile to a value that it takes, or supports.reasoning there to false",
  ],
];

/**
 * Tells what helps against an error that the API names by its code, or by the
 * field that it refuses; servers without `param` name that in their message.
 */
export function nextStep(
  { status, code, param, message }: ApiFailure,
  body: Pick<RequestBody, "previous_response_id">,
): string | undefined {
  if (code === "context_length_exceeded") {
    return body.previous_response_id === undefined
      ? SHORTEN
      : "leave previous_response_id out to start a new conversation";
  }
  const known = code && BY_CODE.get(code);
  if (known) return known;
  if (isPolicyRefusal({ status, code, message })) return REPHRASE;
  if (status === undefined) return undefined;
  const byStatus = BY_STATUS.get(status);
  if (byStatus) return byStatus;
  return BY_FIELD.find(([field]) => field.test(param ?? message))?.[1];
}

/** Tells whether it is the question that the server will not have. */
export function isPolicyRefusal(
  { status, code, message }: Pick<ApiFailure, "status" | "code" | "message">,
): boolean {
  if (status !== undefined && status !== 400 && status !== 403) return false;
  return POLICY_CODE.test(code ?? "") || POLICY_MESSAGE.test(message);
}
