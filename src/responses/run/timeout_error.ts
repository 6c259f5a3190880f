import { runsInBackground } from "../request/background.ts";
import type { PreparedRequest } from "../request/request_body.ts";
import { ResponsesError } from "../responses_error.ts";
import type { ResponsesSettings } from "../settings.ts";

// Whoever waited this long wants to know how not to lose the answer.
const LONG_MS = 60_000;

/** What a call that ran out of time had done. */
export interface TimedOutCall {
  /** A question was sent. */
  readonly sent: boolean;
  /** Milliseconds of a call in the foreground; absent in the background. */
  readonly lasted?: number | undefined;
}

/** Says that the deadline has passed, and what that may have cost. */
export function timeoutError(
  settings: ResponsesSettings,
  name: PreparedRequest["name"],
  { sent, lasted }: TimedOutCall,
): ResponsesError {
  const billed = sent
    ? "; the question may have been billed, and is not sent again"
    : "";
  return new ResponsesError(
    "timeout",
    `No answer within ${settings.request.timeout_ms} ms${billed}: raise request.timeout_ms (OPENAI_API_TIMEOUT), or ask a narrower question${
      backgroundHint(settings, name, lasted)
    }`,
  );
}

/** Names the setting with which a long answer would not have been lost. */
export function backgroundHint(
  settings: ResponsesSettings,
  name: PreparedRequest["name"],
  lasted: number | undefined,
): string {
  if (lasted === undefined || lasted < LONG_MS) return "";
  if (name === "iris" || !settings.responses.store) return "";
  // It is set, but the server does not run anything in the background.
  if (runsInBackground(settings, name)) return "";
  return ". responses.background keeps long answers from being lost";
}
