import type { Clock } from "../../runtime/runtime.ts";
import type { ApiObject } from "../api_object.ts";
import type { RequestBody } from "../request/request_body.ts";
import type { ResponsesSettings } from "../settings.ts";
import { raceAbort } from "./abort.ts";
import type { ApiFailure } from "./api_failure.ts";
import { EventReader } from "./event_reader.ts";
import type { Narrator } from "./narrator.ts";
import { checkEnd, isUnfinished, objectIn } from "./response_state.ts";
import { withRetries } from "./retry.ts";
import type { CallScope } from "./scope.ts";
import type { Sdk } from "./sdk.ts";

/** What sending a request needs. */
export interface SendContext {
  readonly sdk: Sdk;
  readonly settings: ResponsesSettings;
  readonly clock: Clock;
  readonly scope: CallScope;
  readonly narrator: Narrator;
  /** Told before each request. */
  onSending(): void;
  /** Told of the response when it is first heard of. */
  onCreated?(response: ApiObject): void;
  /** Told of each failed request. */
  onFailure(failure: ApiFailure): void;
  /**
   * Finds the finished response whose events stopped coming, or which is not
   * finished yet; `undefined` when it cannot be found.
   */
  recover(
    reader: EventReader,
    failure: ApiFailure | undefined,
  ): Promise<ApiObject | undefined>;
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
  const { sdk, settings, clock, scope, narrator } = context;
  const response = await withRetries(() => attempt(body, context), {
    clock,
    signal: scope.signal,
    maxRetries: settings.request.max_retries,
    remaining: scope.remaining,
    toFailure: sdk.toFailure,
    onFailure(failure, waitMs): void {
      context.onFailure(failure);
      if (waitMs === undefined) return;
      const why = failure.status ?? failure.code ?? "no connection";
      const seconds = Math.ceil(waitMs / 1000);
      narrator.say(`Trying again in ${seconds} s (${why})`);
    },
  });
  // What came whole before a deadline is an answer; a cancelled call has none.
  if (scope.cancelled()) scope.signal.throwIfAborted();
  return response;
}

async function attempt(
  body: RequestBody,
  context: SendContext,
): Promise<ApiObject> {
  const { clock, narrator, onCreated } = context;
  const reader = new EventReader({
    clock,
    onEvent: narrator.event,
    ...onCreated && { onCreated },
  });
  context.onSending();
  const response = context.settings.responses.stream
    ? await streamed(body, reader, context)
    : await whole(body, context);
  return checkEnd(
    isUnfinished(response) ? await finish(response, reader, context) : response,
    reader.hasText,
  );
}

async function streamed(
  body: RequestBody,
  reader: EventReader,
  context: SendContext,
): Promise<ApiObject> {
  const { sdk, scope: { signal } } = context;
  const stream = await raceAbort(sdk.stream(body, signal), signal);
  try {
    return await reader.read(stream, signal);
  } catch (error) {
    signal.throwIfAborted();
    const failure = sdk.toFailure(error);
    const found = await context.recover(reader, failure);
    if (found) return found;
    throw failure;
  }
}

async function whole(
  body: RequestBody,
  { sdk, scope: { signal } }: SendContext,
): Promise<ApiObject> {
  return objectIn(await raceAbort(sdk.create(body, signal), signal));
}

/** Some servers give the response before it is finished, whatever was asked. */
async function finish(
  response: ApiObject,
  reader: EventReader,
  { recover }: SendContext,
): Promise<ApiObject> {
  reader.create(response);
  return await recover(reader, undefined) ?? response;
}
