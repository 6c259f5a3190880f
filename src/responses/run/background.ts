import { type ApiObject, textIn } from "../api_object.ts";
import type { PreparedRequest } from "../request/request_body.ts";
import { raceAbort } from "./abort.ts";
import { ApiFailure } from "./api_failure.ts";
import { type Call, type Outcome, type Started, startedOf } from "./call.ts";
import { follow } from "./follow.ts";
import { openScope } from "./scope.ts";
import { send } from "./send.ts";
import { cancelStored, noteEnd } from "./stored.ts";
import { timeoutError } from "./timeout_error.ts";

// Enough to recognise a question by.
const MAX_QUESTION = 60;

/**
 * Asks, and waits for the finished response or for as long as the caller wants.
 * Once the response has an id it is not lost: a broken connection is taken up
 * again, and a call that ends before it leaves the id behind.
 *
 * @throws {ApiFailure} when there is no response
 */
export async function runInBackground(
  request: PreparedRequest,
  call: Call,
): Promise<Outcome> {
  const { settings, clock, narrator, ledger, options, startedAt } = call;
  const { timeout_ms: timeoutMs, answer_within_ms } = settings.request;
  const { signal, answerWithinMs = answer_within_ms } = options;
  const { safetyIdentifier: caller } = options;
  const limits = { startedAt, timeoutMs, answerWithinMs, parent: signal };
  const scope = openScope(clock, limits);
  let sent = false;
  let started: Started | undefined;
  let written: Promise<void> | undefined;

  function onCreated(response: ApiObject): void {
    // A server that ignores the wish says so here, and keeps nothing.
    if (response.background === false) return;
    started = startedOf(response, clock.now(), request.body.model);
    written = ledger?.add({
      response_id: started.id,
      tool: request.name,
      model: started.model,
      status: "in_progress",
      started_at: new Date(started.createdAt).toISOString(),
      question: firstOf(call.redact(request.question)),
      ...caller !== undefined && { caller },
    });
    options.onStarted?.(started);
    scope.enter("started");
  }
  function onFailure(failure: ApiFailure): void {
    call.onFailure(failure);
    if (failure.kind === "reported" && started) {
      end(started.id, failure.code === "cancelled" ? "cancelled" : "failed");
      started = undefined;
    }
    if (!started) scope.enter("idle");
  }
  function end(id: string, status: string): void {
    written = noteEnd(id, status, call);
  }

  async function cancelQuietly(id: string): Promise<void> {
    try {
      end(id, await cancelStored(id, call));
    } catch (error) {
      // Nobody waits for the answer; the ledger still has its id.
      call.log.debug(`answer: could not cancel ${id}: ${error}`);
    }
  }

  try {
    const sdk = await raceAbort(call.connect(call.apiKey), scope.signal);
    const sending = { sdk, settings, clock, scope, narrator, onFailure };
    const response = await send(request.body, {
      ...sending,
      onSending() {
        sent = true;
        scope.enter("sending");
      },
      onCreated,
      recover: async (reader, failure) => {
        if (!started || failure?.kind === "too_big") return undefined;
        if (failure) call.onFailure(failure);
        const context = { ...sending, onFailure: call.onFailure };
        // An event that reports an error may be of the stream alone.
        const poll = reader.last === undefined || failure?.kind === "reported";
        try {
          return await follow(started.id, reader, context, { poll });
        } catch (error) {
          // A server without that answer: what broke first says more.
          if (failure && isUnavailable(error)) return undefined;
          throw error;
        }
      },
    });
    if (started) end(started.id, textIn(response.status) ?? "completed");
    return { response };
  } catch (error) {
    if (started && scope.waited()) return { started };
    if (signal?.aborted) {
      const { detaches = isTimeout } = options;
      if (started && !detaches(signal.reason)) {
        await cancelQuietly(started.id);
      }
      throw signal.reason;
    }
    if (scope.timedOut()) throw timeoutError(settings, request.name, { sent });
    throw error;
  } finally {
    scope.close();
    await written;
  }
}

/** The server does not give the response, for whatever reason of its own. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const { status = 0 } = error;
  return status >= 400 && status !== 401 && status !== 403;
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

function firstOf(question: string): string {
  return Array.from(question.toWellFormed()).slice(0, MAX_QUESTION).join("");
}
