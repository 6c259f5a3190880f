import type { ApiObject } from "../api_object.ts";
import type { ProfileName } from "../request/profile.ts";
import { textIn } from "../api_object.ts";
import { ApiFailure } from "./api_failure.ts";
import { redactorFor } from "./api_key.ts";
import type { RunContext } from "./call.ts";
import { checkEnd } from "./send.ts";
import { toResponsesError } from "./to_responses_error.ts";

/**
 * Checks that a stored response has an answer, as the call that asked for it
 * would have.
 *
 * @throws {ResponsesError} when it failed or was cancelled
 */
export function readEnd(
  response: ApiObject,
  name: ProfileName,
  { settings, clock, log, apiKey }: RunContext,
): void {
  try {
    checkEnd(response);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const model = textIn(response.model) ?? "the model";
    throw toResponsesError(error, {
      settings,
      request: { name, body: { model } },
      redact: redactorFor(apiKey, log.redact),
      now: clock.now(),
      remaining: settings.request.timeout_ms,
    });
  }
}
