import { isObject } from "../../schema/value.ts";
import type { ApiObject } from "../api_object.ts";
import { raceAbort, sleep } from "./abort.ts";
import { ApiFailure, begunFailure } from "./api_failure.ts";
import type { EventReader } from "./event_reader.ts";
import { delay } from "./retry.ts";
import { isUnfinished, type SendContext } from "./send.ts";

/** What following a response needs. */
export type FollowContext = Pick<
  SendContext,
  "sdk" | "clock" | "scope" | "narrator" | "onFailure"
>;

/** How long to wait between two looks at a response without events. */
export const POLL_MS = 2_000;
// A server may not know at once what it has just made.
const MAX_UNKNOWN = 3;
// Streams in a row that brought nothing: from then on the response is polled.
const MAX_FRUITLESS = 2;

/**
 * Follows a response that runs in the background to its end, however often the
 * connection breaks: by its events where the server gives them again, else by
 * looking at it now and then. Nothing of this is billed.
 *
 * @throws {ApiFailure} when the response cannot be found any more
 */
export async function follow(
  id: string,
  reader: EventReader,
  context: FollowContext,
  options: { readonly poll: boolean },
): Promise<ApiObject> {
  const { sdk, clock, scope: { signal }, narrator } = context;
  let polling = options.poll;
  let failures = 0;
  let unknown = 0;
  for (;;) {
    signal.throwIfAborted();
    const before = reader.last;
    try {
      if (polling) {
        const response = await raceAbort(sdk.retrieve(id, signal), signal);
        failures = unknown = 0;
        const found = isObject(response) ? response : {};
        if (!isUnfinished(found)) return found;
        await sleep(clock, POLL_MS, signal);
        continue;
      }
      const events = sdk.resume(id, before, signal);
      return await reader.read(await raceAbort(events, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      const failure = sdk.toFailure(error);
      context.onFailure(failure);
      unknown = failure.status === 404 ? unknown + 1 : 0;
      if (unknown >= MAX_UNKNOWN) throw notFound(id);
      if (isFinal(failure)) throw begunFailure(failure);
      failures = reader.last === before ? failures + 1 : 0;
      if (!polling && (isRefusal(failure) || failures >= MAX_FRUITLESS)) {
        polling = true;
        continue;
      }
      if (failures === 0) continue;
      narrator.say("The connection broke; taking the answer up again");
      await sleep(clock, delay(failure, failures - 1, clock.now()), signal);
    }
  }
}

/** There is no such response, or none any more. */
export function notFound(id: string): ApiFailure {
  return new ApiFailure(
    `No response ${id}: check the id; it may have expired (after 30 days, with zero data retention after minutes), or belong to another key or server. answer_result without response_id lists the latest`,
    { kind: "http", status: 404, code: "response_not_found", begun: true },
  );
}

/** The server will not give events, now or later. */
function isRefusal({ kind, status = 0 }: ApiFailure): boolean {
  if (kind === "reported" || kind === "protocol") return true;
  return status >= 400 && status < 500 && status !== 429 && status !== 408;
}

/** Asking again will bring nothing else. */
function isFinal({ kind, status }: ApiFailure): boolean {
  return kind === "too_big" || kind === "permission" ||
    status === 401 || status === 403;
}
