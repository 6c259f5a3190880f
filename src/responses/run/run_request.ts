import type { Logger } from "../../log.ts";
import type { Clock } from "../../runtime/runtime.ts";
import type { ApiObject } from "../api_object.ts";
import type { PreparedRequest } from "../request/request_body.ts";
import { ResponsesError } from "../responses_error.ts";
import type { ResponsesSettings } from "../settings.ts";
import { openScope, raceAbort } from "./abort.ts";
import { ApiFailure } from "./api_failure.ts";
import { hiderFor, redactorFor } from "./api_key.ts";
import { failureLine } from "./debug_lines.ts";
import { createNarrator } from "./narrator.ts";
import type { Sdk } from "./sdk.ts";
import { send } from "./send.ts";
import { toResponsesError } from "./to_responses_error.ts";

/** Options of one question. */
export interface AskOptions {
  /** Cancels the question: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told what is going on, at least every ten seconds. */
  readonly progress?: ((message: string) => void) | undefined;
  /** Who asks, for the API: instead of `responses.safety_identifier`. */
  readonly safetyIdentifier?: string | undefined;
}

/** What running a request needs. */
export interface RunContext {
  readonly settings: ResponsesSettings;
  readonly clock: Clock;
  readonly log: Pick<Logger, "debug" | "redact">;
  readonly apiKey: string;
  /** Gives the connection that a key opens. */
  connect(apiKey: string): Promise<Sdk>;
}

/**
 * Runs a request under one deadline, and gives its finished response. A call
 * that is cancelled rejects with the reason of its signal.
 *
 * @throws {ResponsesError} when there is no such response
 */
export async function runRequest(
  request: PreparedRequest,
  context: RunContext,
  call: AskOptions,
): Promise<ApiObject> {
  const { settings, clock, log, apiKey } = context;
  const { body } = request;
  const redact = redactorFor(apiKey, log.redact);
  const scope = openScope(clock, settings.request.timeout_ms, call.signal);
  const report = (text: string): void => call.progress?.(text);
  const narrator = createNarrator(clock, report, hiderFor(apiKey));
  let failed = 0;
  const onFailure = (failure: ApiFailure): void => {
    const attempt = ++failed;
    log.debug(() => failureLine(failure, attempt, redact));
  };
  try {
    narrator.say(`Asking ${body.model}`);
    const sdk = await raceAbort(context.connect(apiKey), scope.signal);
    const sending = { sdk, settings, clock, scope, narrator, onFailure };
    return await send(body, sending);
  } catch (error) {
    if (scope.timedOut()) throw timeout(settings.request.timeout_ms);
    scope.signal.throwIfAborted();
    if (!(error instanceof ApiFailure)) throw error;
    const now = clock.now();
    const remaining = scope.remaining();
    const about = { settings, request, redact, now, remaining };
    throw toResponsesError(error, about);
  } finally {
    narrator.close();
    scope.close();
  }
}

function timeout(ms: number): ResponsesError {
  return new ResponsesError(
    "timeout",
    `No answer within ${ms} ms: raise request.timeout_ms (OPENAI_API_TIMEOUT), or ask a narrower question`,
  );
}
