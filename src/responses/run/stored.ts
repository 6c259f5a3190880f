import { isObject } from "../../schema/value.ts";
import { textIn } from "../api_object.ts";
import { raceAbort } from "./abort.ts";
import { ApiFailure } from "./api_failure.ts";
import { openBackgroundScope } from "./background_scope.ts";
import {
  type AskOptions,
  type Call,
  type Outcome,
  type RunContext,
  type Started,
  startedOf,
  withCall,
} from "./call.ts";
import { cancelResponse } from "./cancel_response.ts";
import { EventReader } from "./event_reader.ts";
import { follow, notFound } from "./follow.ts";
import { withRetries } from "./retry.ts";
import { isUnfinished } from "./send.ts";
import { timeoutError } from "./timeout_error.ts";
import { toResponsesError } from "./to_responses_error.ts";

/**
 * Looks for a stored response, and waits for its end for as long as the caller
 * wants. An aborted call leaves the response alone.
 *
 * @throws {ResponsesError} when it cannot be found
 */
export function look(
  id: string,
  context: RunContext,
  options: AskOptions,
): Promise<Outcome> {
  return withCall(context, options, async (call) => {
    call.narrator.say(`Looking for ${id}`);
    return await worded(call, () => lookFor(id, call));
  });
}

/**
 * Cancels a response that runs in the background.
 *
 * @throws {ResponsesError} when it cannot be found, or the API not be reached
 */
export function cancel(
  id: string,
  context: RunContext,
  options: AskOptions,
): Promise<void> {
  return withCall(context, options, (call) =>
    worded(call, async () => {
      try {
        const status = await cancelResponse(id, call);
        await noteEnd(id, status, call);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (isUnknown(error)) throw notFound(id);
        // Too late, or not in the background: there is nothing to cancel.
        if (error.status !== 400) throw error;
      }
    }));
}

async function lookFor(id: string, call: Call): Promise<Outcome> {
  const { settings, clock, narrator, options, startedAt, onFailure } = call;
  const { timeout_ms: timeoutMs, answer_within_ms } = settings.request;
  const { answerWithinMs = answer_within_ms } = options;
  const parent = options.signal;
  const limits = { startedAt, timeoutMs, answerWithinMs, parent };
  const scope = openBackgroundScope(clock, limits);
  const { signal, remaining } = scope;
  let started: Started | undefined;
  try {
    const sdk = await raceAbort(call.connect(call.apiKey), signal);
    const found = await withRetries(
      () => raceAbort(sdk.retrieve(id, signal), signal),
      {
        clock,
        signal,
        remaining,
        maxRetries: settings.request.max_retries,
        repeatable: true,
        toFailure: sdk.toFailure,
        onFailure,
      },
    );
    let response = isObject(found) ? found : {};
    if (isUnfinished(response)) {
      started = startedOf(response, clock.now(), "");
      scope.enter("started");
      const reader = new EventReader({ clock, onEvent: narrator.event });
      const context = { sdk, clock, scope, narrator, onFailure };
      const poll = !settings.responses.stream;
      response = await follow(id, reader, context, { poll });
    }
    await noteEnd(id, textIn(response.status) ?? "completed", call);
    return { response };
  } catch (error) {
    if (started && scope.waited()) return { started };
    parent?.throwIfAborted();
    if (scope.timedOut()) {
      throw timeoutError(settings, "answer", { sent: false });
    }
    throw error instanceof ApiFailure && isUnknown(error)
      ? notFound(id)
      : error;
  } finally {
    scope.close();
  }
}

async function noteEnd(id: string, status: string, call: Call): Promise<void> {
  const { ledger, clock } = call;
  await ledger?.end(id, status, new Date(clock.now()).toISOString());
}

/** The API says so by its status, or that an id does not look like that. */
function isUnknown({ status, param, message }: ApiFailure): boolean {
  if (status === 404) return true;
  return status === 400 &&
    (param === "response_id" || /\bresponse.?id\b/i.test(message));
}

async function worded<T>(call: Call, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { settings, clock, redact, startedAt } = call;
    const lasted = clock.monotonic() - startedAt;
    throw toResponsesError(error, {
      settings,
      request: { name: "answer", body: { model: "the model" } },
      redact,
      now: clock.now(),
      remaining: settings.request.timeout_ms - lasted,
    });
  }
}
