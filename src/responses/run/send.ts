import type { Clock } from "../../runtime/runtime.ts";
import { isObject } from "../../schema/value.ts";
import { type ApiObject, textIn } from "../api_object.ts";
import { readOutput } from "../answer/read_output.ts";
import type { RequestBody } from "../request/request_body.ts";
import type { ResponsesSettings } from "../settings.ts";
import { raceAbort } from "./abort.ts";
import { ApiFailure, reportedFailure } from "./api_failure.ts";
import { EventReader } from "./event_reader.ts";
import type { Narrator } from "./narrator.ts";
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

/**
 * A response as a server sent it.
 *
 * @throws {ApiFailure} when it is no object
 */
export function objectIn(value: unknown): ApiObject {
  if (isObject(value)) return value;
  const fields = { kind: "protocol" } as const;
  throw new ApiFailure("The server sent no JSON object", fields);
}

/** Tells whether a response is still being worked on. */
export function isUnfinished({ status }: ApiObject): boolean {
  return status === "queued" || status === "in_progress";
}

/**
 * Gives a response that has an answer.
 *
 * @throws {ApiFailure} when it failed or was cancelled
 */
export function checkEnd(response: ApiObject, hasText = false): ApiObject {
  const { status, error } = response;
  if (status === "cancelled") {
    const fields = {
      kind: "reported",
      code: "cancelled",
      begun: true,
    } as const;
    throw new ApiFailure("The response was cancelled", fields);
  }
  // Some gateways send an error with status 200, and nothing else.
  const hasError = isObject(error) || textIn(error) !== undefined;
  if (status !== "failed" && !hasError) return response;
  const begun = hasText || readOutput(response).text.trim() !== "";
  throw reportedFailure(error, `The response is ${status}`, begun);
}
