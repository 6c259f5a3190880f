import type { Logger } from "../../log.ts";
import type { Clock } from "../../runtime/runtime.ts";
import { type ApiObject, textIn, timeIn } from "../api_object.ts";
import type { ResponsesError } from "../responses_error.ts";
import type { ResponsesSettings } from "../settings.ts";
import type { ApiFailure } from "./api_failure.ts";
import { hiderFor, redactorFor } from "./api_key.ts";
import { failureLine } from "./debug_lines.ts";
import type { Ledger } from "./ledger.ts";
import { createNarrator, type Narrator } from "./narrator.ts";
import type { Sdk } from "./sdk.ts";
import { type FailureContext, toResponsesError } from "./to_responses_error.ts";

/** A response that runs in the background. */
export interface Started {
  /** The response's id. */
  readonly id: string;
  /** The model that answers. */
  readonly model: string;
  /** When it began: milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What a call comes to: an end, or an id to ask again with. */
export type Outcome =
  | { readonly response: ApiObject }
  | { readonly started: Started };

/** What a response says of itself when it begins. */
export function startedOf(
  response: ApiObject,
  now: number,
  model: string,
): Started {
  return {
    id: textIn(response.id) ?? "",
    model: textIn(response.model) ?? model,
    createdAt: timeIn(response.created_at) ?? now,
  };
}

/** Options of one question. */
export interface AskOptions {
  /**
   * Cancels the question: it rejects with the signal's reason. One that runs
   * in the background is cancelled at the API, too.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Tells whether an aborted call is merely left: what runs in the background
   * goes on.
   * @default {for a reason that is named `TimeoutError`}
   */
  readonly detaches?: ((reason: unknown) => boolean) | undefined;
  /** Told what is going on, at least every ten seconds. */
  readonly progress?: ((message: string) => void) | undefined;
  /**
   * When the call began, by the clock's `monotonic()`.
   * @default {now}
   */
  readonly startedAt?: number | undefined;
  /**
   * How long to wait for an answer that runs in the background: 0 until it has
   * an id, `Infinity` until it is there.
   * @default {request.answer_within_ms}
   */
  readonly answerWithinMs?: number | undefined;
  /**
   * Who asks, for the API instead of `responses.safety_identifier`, and in the
   * list of answers, where others do not see theirs.
   */
  readonly safetyIdentifier?: string | undefined;
  /** Told of a response that runs in the background, as soon as it has an id. */
  readonly onStarted?: ((started: Started) => void) | undefined;
}

/** What all calls of a client share. */
export interface RunContext {
  readonly settings: ResponsesSettings;
  readonly clock: Clock;
  readonly log: Pick<Logger, "debug" | "redact">;
  readonly apiKey: string;
  /** What else a server knows and may repeat: the variables in headers. */
  readonly secrets?: readonly string[];
  /** The list of background answers, if one is kept. */
  readonly ledger?: Ledger | undefined;
  /** Gives the connection that a key opens. */
  connect(apiKey: string): Promise<Sdk>;
}

/** One call while it runs. */
export interface Call extends RunContext {
  readonly options: AskOptions;
  /** By the monotonic clock. */
  readonly startedAt: number;
  readonly narrator: Narrator;
  /** Removes secrets from a text. */
  redact(text: string): string;
  /** Logs a failed request. */
  onFailure(failure: ApiFailure): void;
  /** Says what a failed request comes to, and what to do next. */
  worded(
    failure: ApiFailure,
    request: FailureContext["request"],
    options?: { readonly inForeground: boolean },
  ): ResponsesError;
}

/** Runs a call that tells how far it has come, to its end. */
export async function withCall<T>(
  context: RunContext,
  options: AskOptions,
  run: (call: Call) => Promise<T>,
): Promise<T> {
  const { clock, log, apiKey, settings, secrets = [] } = context;
  const { startedAt = clock.monotonic() } = options;
  const redact = redactorFor(apiKey, log.redact);
  const report = (text: string): void => options.progress?.(text);
  const hide = hiderFor(apiKey, ...secrets);
  const narrator = createNarrator(clock, report, hide);
  let failed = 0;
  const call: Call = {
    ...context,
    options,
    startedAt,
    narrator,
    redact,
    onFailure(failure) {
      const attempt = ++failed;
      log.debug(() => failureLine(failure, attempt, redact));
    },
    worded(failure, request, { inForeground } = { inForeground: false }) {
      const lasted = clock.monotonic() - startedAt;
      return toResponsesError(failure, {
        settings,
        request,
        redact,
        now: clock.now(),
        remaining: settings.request.timeout_ms - lasted,
        ...inForeground && { lasted },
      });
    },
  };
  try {
    return await run(call);
  } finally {
    narrator.close();
  }
}
