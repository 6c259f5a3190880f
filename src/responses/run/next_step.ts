import type { ApiFailure } from "./api_failure.ts";
import type { RequestBody } from "../request/request_body.ts";

const REPHRASE = "rephrase the question";
const SHORTEN = "ask a shorter question";

const BY_CODE: ReadonlyMap<string, string> = new Map([
  ["content_filter", REPHRASE],
  ["content_policy_violation", REPHRASE],
  ["invalid_prompt", REPHRASE],
  ["insufficient_quota", "check plan and billing, then ask again"],
  ["string_above_max_length", SHORTEN],
  ["rate_limit_exceeded", "wait a minute, then ask again"],
]);

const BY_FIELD: readonly [RegExp, string][] = [
  // With zero data retention nothing is stored.
  [
    /^(store|previous_response_id)$|zero data retention/i,
    "set responses.store to false (ORMCP_RESPONSES_STORE), and leave previous_response_id out",
  ],
  // Some models stream to verified organizations only.
  [/^stream/i, "set responses.stream to false"],
  [
    /^include\b|\btools?\b|web_search/,
    "every question offers web_search: choose a model and a reasoning_effort that go with it",
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
  if (status === undefined) return undefined;
  return BY_FIELD.find(([field]) => field.test(param ?? message))?.[1];
}
