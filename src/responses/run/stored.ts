/**
 * Responses that are stored at the API, by their ids: whoever asked for them,
 * and in whatever process. Nothing of this is billed.
 *
 * @module
 */
import { isObject } from "../../schema/value.ts";
import { type ApiObject, fieldsOf, textIn } from "../api_object.ts";
import { toolOf } from "../request/background.ts";
import { ResponsesError } from "../responses_error.ts";
import { raceAbort } from "./abort.ts";
import { ApiFailure } from "./api_failure.ts";
import {
  type AskOptions,
  type Call,
  type Outcome,
  type RunContext,
  type Started,
  startedOf,
  withCall,
} from "./call.ts";
import { EventReader } from "./event_reader.ts";
import { follow, notFound } from "./follow.ts";
import { checkEnd, isUnfinished } from "./response_state.ts";
import { askedWait, withRetries } from "./retry.ts";
import { type CallScope, openScope } from "./scope.ts";
import type { Sdk } from "./sdk.ts";
import { quote } from "./to_responses_error.ts";

/** A response that was found: still running, or ended, well or not. */
export type Found = Outcome & { readonly error?: ResponsesError };

// How long to try to cancel: whoever wants that does not wait.
const CANCEL_MS = 10_000;

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
): Promise<Found> {
  return withCall(context, options, async (call) => {
    call.narrator.say("Looking for the answer");
    const outcome = await worded(call, () => lookFor(id, call));
    if ("started" in outcome) return outcome;
    const error = errorIn(outcome.response, call);
    return error ? { ...outcome, error } : outcome;
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
        await noteEnd(id, await cancelStored(id, call), call);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (isUnknown(error)) throw notFound();
        // Too late, or not in the background: there is nothing to cancel.
        if (error.status !== 400) throw error;
      }
    }));
}

/**
 * Cancels a response at the API, and gives its state then: one that was faster
 * is completed.
 *
 * @throws {ApiFailure} when the API could not be told
 */
export async function cancelStored(id: string, call: Call): Promise<string> {
  const scope = openScope(call.clock, { timeoutMs: CANCEL_MS });
  try {
    const sdk = await raceAbort(call.connect(call.apiKey), scope.signal);
    const response = await persist(call, scope, sdk, sdk.cancel, id);
    return textIn(fieldsOf(response).status) ?? "cancelled";
  } finally {
    scope.close();
  }
}

async function lookFor(id: string, call: Call): Promise<Outcome> {
  const { settings, clock, narrator, options, startedAt, onFailure } = call;
  const { timeout_ms: timeoutMs, answer_within_ms } = settings.request;
  const { signal: parent, answerWithinMs = answer_within_ms } = options;
  const limits = { startedAt, timeoutMs, answerWithinMs, parent };
  const scope = openScope(clock, limits);
  let started: Started | undefined;
  try {
    const sdk = await raceAbort(call.connect(call.apiKey), scope.signal);
    const found = await persist(call, scope, sdk, sdk.retrieve, id);
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
    if (scope.timedOut()) throw notFetched("timeout", `${timeoutMs} ms`, call);
    throw error instanceof ApiFailure && isUnknown(error) ? notFound() : error;
  } finally {
    scope.close();
  }
}

/** Asks about a response, again when the connection breaks: it does no harm. */
function persist(
  { clock, settings, onFailure }: Call,
  { signal, remaining }: CallScope,
  { toFailure }: Sdk,
  request: (id: string, signal: AbortSignal) => Promise<unknown>,
  id: string,
): Promise<unknown> {
  const { max_retries: maxRetries } = settings.request;
  const repeatable = true;
  const how = { clock, signal, remaining, maxRetries, toFailure, onFailure };
  return withRetries(
    () => raceAbort(request(id, signal), signal),
    { ...how, repeatable },
  );
}

/** Notes in the list of answers how one ended. */
export async function noteEnd(
  id: string,
  status: string,
  { ledger, clock }: Call,
): Promise<void> {
  await ledger?.end(id, status, new Date(clock.now()).toISOString());
}

/** The API says so by its status, or that an id does not look like that. */
function isUnknown({ status, param, message }: ApiFailure): boolean {
  if (status === 404) return true;
  return status === 400 &&
    (param === "response_id" || /\bresponse.?id\b/i.test(message));
}

/** What the call that asked for a response would have failed with. */
function errorIn(response: ApiObject, call: Call): ResponsesError | undefined {
  try {
    checkEnd(response);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return call.worded(error, {
      name: toolOf(response),
      body: { model: textIn(response.model) ?? "the model" },
    });
  }
}

async function worded<T>(call: Call, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const request = { name: "answer", body: { model: "the model" } } as const;
    const said = call.worded(error, request);
    if (!mayStillBeHad(error)) throw said;
    const quoted = quote(error, call);
    const when = askedWait(error, call.clock.now());
    throw notFetched(said.reason, when ? `${when}: ${quoted}` : quoted, call);
  }
}

/** Asked again later, it may well be found. */
function mayStillBeHad({ kind, status = 0 }: ApiFailure): boolean {
  return kind === "connection" || kind === "unreachable" ||
    status === 408 || status === 429 || status >= 500;
}

/** Whoever reads this must not ask the question again: that is paid again. */
function notFetched(
  reason: ResponsesError["reason"],
  why: string,
  { settings }: Call,
): ResponsesError {
  return new ResponsesError(
    reason,
    `${settings.openai.base_url} could not be asked for the answer, which is not lost: call again with the same response_id (${why})`,
  );
}
