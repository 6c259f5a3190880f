import { isObject } from "../../schema/value.ts";
import type { ApiObject } from "../api_object.ts";
import type { PreparedRequest } from "../request/request_body.ts";
import { openScope, raceAbort } from "./abort.ts";
import type { Call } from "./call.ts";
import type { EventReader } from "./event_reader.ts";
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
  const scope = openScope(clock, timeoutMs, options.signal, startedAt);
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
        if (!body.store || failure?.kind === "reported") return undefined;
        const ms = Math.min(LOOK_MS, scope.remaining());
        const look = openScope(clock, ms, scope.signal);
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
