import { isObject } from "../../schema/value.ts";
import type { ApiObject } from "../api_object.ts";
import type { PreparedRequest } from "../request/request_body.ts";
import { raceAbort } from "./abort.ts";
import type { Call } from "./call.ts";
import type { EventReader } from "./event_reader.ts";
import { openScope } from "./scope.ts";
import type { Sdk } from "./sdk.ts";
import { send } from "./send.ts";
import { timeoutError } from "./timeout_error.ts";

/** How long to look for an answer whose stream was cut. */
const LOOK_MS = 5_000;

/**
 * Asks, and waits for the finished response.
 *
 * @throws {ApiFailure} when there is none
 */
export async function runInForeground(
  request: PreparedRequest,
  call: Call,
): Promise<ApiObject> {
  const { settings, clock, narrator, onFailure, options, startedAt } = call;
  const { body } = request;
  const { timeout_ms: timeoutMs } = settings.request;
  const { signal: parent } = options;
  const scope = openScope(clock, { timeoutMs, parent, startedAt });
  let sent = false;
  try {
    const sdk = await raceAbort(call.connect(call.apiKey), scope.signal);
    return await send(body, {
      sdk,
      settings,
      clock,
      scope,
      narrator,
      onFailure,
      onSending: () => sent = true,
      recover: async (reader, failure) => {
        // What the server called failed, or is too long, is no answer there.
        const isOver = failure?.kind === "reported" ||
          failure?.kind === "too_big";
        if (!body.store || isOver) return undefined;
        const look = openScope(clock, {
          timeoutMs: Math.min(LOOK_MS, scope.remaining()),
          parent: scope.signal,
        });
        try {
          return await lookOnce(reader, sdk, look.signal);
        } catch (error) {
          scope.signal.throwIfAborted();
          // What broke first says more.
          if (!look.timedOut()) onFailure(sdk.toFailure(error));
          return undefined;
        } finally {
          look.close();
        }
      },
    });
  } catch (error) {
    if (scope.timedOut()) {
      const lasted = clock.monotonic() - startedAt;
      throw timeoutError(settings, request.name, { sent, lasted });
    }
    scope.signal.throwIfAborted();
    throw error;
  } finally {
    scope.close();
  }
}

/** What was stored before the stream broke has been paid for. */
async function lookOnce(
  reader: EventReader,
  sdk: Sdk,
  signal: AbortSignal,
): Promise<ApiObject | undefined> {
  if (reader.id === undefined) return undefined;
  const response = await raceAbort(sdk.retrieve(reader.id, signal), signal);
  if (!isObject(response)) return undefined;
  const ended = ["completed", "incomplete", "failed"];
  return ended.includes(String(response.status)) ? response : undefined;
}
