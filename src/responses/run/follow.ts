import type { ApiObject } from "../api_object.ts";
import { raceAbort, sleep } from "./abort.ts";
import { ApiFailure, begunFailure } from "./api_failure.ts";
import type { EventReader } from "./event_reader.ts";
import { isUnfinished, objectIn } from "./response_state.ts";
import { delay } from "./retry.ts";
import type { SendContext } from "./send.ts";

/** What following a response needs. */
export type FollowContext = Pick<
  SendContext,
  "sdk" | "clock" | "scope" | "narrator" | "onFailure"
>;

/** How long to wait between two looks at a response without events. */
const POLL_MS = 2_000;
// A server may not know at once what it has just made.
const MAX_UNKNOWN = 3;
// Streams in a row that brought nothing: from then on the response is polled.
const MAX_FRUITLESS = 2;

/**
 * Follows a response that runs in the background to its end, however often the
 * connection breaks: by its events where the server gives them again, else by
 * looking at it now and then. Nothing of this is billed.
 *
 * @throws {ApiFailure} when the response cannot be had any more
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
      const response = polling
        ? objectIn(await raceAbort(sdk.retrieve(id, signal), signal))
        : await reader.read(
          await raceAbort(sdk.resume(id, before, signal), signal),
          signal,
        );
      if (!isUnfinished(response)) return response;
      // Also where a server has no events and gives the response instead.
      polling = true;
      failures = unknown = 0;
      await sleep(clock, POLL_MS, signal);
    } catch (error) {
      signal.throwIfAborted();
      const failure = sdk.toFailure(error);
      context.onFailure(failure);
      unknown = failure.status === 404 ? unknown + 1 : 0;
      if (unknown >= MAX_UNKNOWN) throw notFound();
      // Instead of events, a page; instead of the response, it may pass.
      const odd = !polling && failure.kind === "protocol";
      const refused = odd || unknown === 0 && isRefusal(failure);
      if (isFinal(failure) || polling && refused) throw begunFailure(failure);
      failures = reader.last === before ? failures + 1 : 0;
      if (!polling && (refused || failures >= MAX_FRUITLESS)) {
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
export function notFound(): ApiFailure {
  return new ApiFailure(
    "No such response: check the id; it may have expired (after 30 days, with zero data retention after minutes), or belong to another key or server",
    { kind: "http", status: 404, code: "response_not_found", begun: true },
  );
}

/** The server will not give what was asked for, now or later. */
function isRefusal({ kind, status = 0 }: ApiFailure): boolean {
  if (kind === "reported") return true;
  return status === 501 ||
    status >= 400 && status < 500 && status !== 429 && status !== 408;
}

/** Asking in another way will bring nothing else. */
function isFinal({ kind, status }: ApiFailure): boolean {
  return kind === "too_big" || kind === "permission" ||
    status === 401 || status === 403;
}
