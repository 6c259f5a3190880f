import type { Clock } from "../../runtime/runtime.ts";
import { isObject } from "../../schema/value.ts";
import { type CallScope, raceAbort } from "./abort.ts";
import { ApiFailure, reportedFailure } from "./api_failure.ts";
import { type ApiObject, textIn } from "../api_object.ts";
import type { Narrator } from "./narrator.ts";
import { readStream } from "./read_stream.ts";
import type { RequestBody } from "../request/request_body.ts";
import { withRetries } from "./retry.ts";
import type { Sdk } from "./sdk.ts";
import type { ResponsesSettings } from "../settings.ts";

/** What sending a request needs. */
export interface SendContext {
  readonly sdk: Sdk;
  readonly settings: ResponsesSettings;
  readonly clock: Clock;
  readonly scope: CallScope;
  readonly narrator: Narrator;
  /** Told of each failed request. */
  onFailure(failure: ApiFailure): void;
}

/**
 * Sends a request, again where that can help, and waits for the finished
 * response.
 *
 * @throws {ApiFailure} when there is none
 */
export async function send(
  body: RequestBody,
  context: SendContext,
): Promise<ApiObject> {
  const { scope, settings } = context;
  const response = settings.responses.stream
    ? await streamed(body, context)
    : await whole(body, context);
  // What came whole before the deadline is an answer; a cancelled call has none.
  if (!scope.timedOut()) scope.signal.throwIfAborted();
  const { status, error } = response;
  // Some gateways send an error with status 200, and nothing else.
  const hasError = isObject(error) || textIn(error) !== undefined;
  if (status === "failed" || status === "cancelled" || hasError) {
    const failure = reportedFailure(error, `The response is ${status}`);
    context.onFailure(failure);
    throw failure;
  }
  return response;
}

async function streamed(
  body: RequestBody,
  context: SendContext,
): Promise<ApiObject> {
  const { sdk, clock, narrator, scope: { signal } } = context;
  const stream = await retried(
    () => raceAbort(sdk.stream(body, signal), signal),
    context,
  );
  try {
    return await readStream(stream, { clock, onEvent: narrator.event });
  } catch (error) {
    signal.throwIfAborted();
    const failure = sdk.toFailure(error);
    context.onFailure(failure);
    throw failure;
  }
}

async function whole(
  body: RequestBody,
  context: SendContext,
): Promise<ApiObject> {
  const { sdk, scope: { signal } } = context;
  const response = await retried(
    () => raceAbort(sdk.create(body, signal), signal),
    context,
  );
  if (isObject(response)) return response;
  throw new ApiFailure("The server sent no JSON object", { kind: "protocol" });
}

function retried<T>(
  request: () => Promise<T>,
  context: SendContext,
): Promise<T> {
  const { sdk, settings, clock, scope, narrator } = context;
  return withRetries(request, {
    clock,
    signal: scope.signal,
    maxRetries: settings.request.max_retries,
    remaining: scope.remaining,
    toFailure: sdk.toFailure,
    onFailure(failure, waitMs): void {
      context.onFailure(failure);
      if (waitMs === undefined) return;
      const why = failure.status ?? "no connection";
      const seconds = Math.ceil(waitMs / 1000);
      narrator.say(`Trying again in ${seconds} s (${why})`);
    },
  });
}
