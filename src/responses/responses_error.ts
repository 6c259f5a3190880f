import { cut } from "../text/show.ts";

/** Why a question was not answered: a closed set. */
export const REASONS = [
  "invalid_arguments",
  "missing_api_key",
  "authentication",
  "model_not_found",
  "profile_missing",
  "rate_limited",
  "timeout",
  "network",
  "upstream_error",
  "refused",
  "incomplete",
  "previous_response_not_found",
  "response_not_found",
  "cancelled",
] as const;

/** One of {@linkcode REASONS}. */
export type Reason = typeof REASONS[number];

/** What the API said of a failure, for debugging: never content. */
export interface FailureDetail {
  /** HTTP status, or the API's error code where there is none. */
  readonly status?: number | string;
  /** The API's error type. */
  readonly type?: string;
  /** Name of the exception. */
  readonly name?: string;
}

const MAX_MESSAGE = 400;

/** A question that was not answered, in words that its user can act on. */
export class ResponsesError extends Error {
  /** Always `ResponsesError`. */
  override readonly name = "ResponsesError";
  /** Why, in one word. */
  readonly reason: Reason;
  /** What the API said. */
  readonly detail: FailureDetail;

  /** Cuts the message at 400 characters. */
  constructor(
    reason: Reason,
    message: string,
    options: { detail?: FailureDetail; cause?: unknown } = {},
  ) {
    super(
      cut(message, MAX_MESSAGE),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.reason = reason;
    this.detail = options.detail ?? {};
  }
}
