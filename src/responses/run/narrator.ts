import type { Clock } from "../../runtime/runtime.ts";
import { cut } from "../../text/show.ts";
import { type ApiObject, fieldsOf, lineIn, textIn } from "../api_object.ts";
import { removeTracking } from "../answer/source_url.ts";

/** Clients keep a call alive on progress; a second less than they are promised. */
export const HEARTBEAT_MS = 9_000;
// Clients show no more of a message.
const MAX_MESSAGE = 200;

/** Tells a person how far a call has come. */
export interface Narrator {
  /** Reports a step. */
  say(message: string): void;
  /** Reports what an event of the stream shows. */
  event(event: ApiObject): void;
  /** Stops; nothing is reported afterwards. */
  close(): void;
}

/**
 * Reports to `report`, and that it still works when nothing else happens.
 * Secrets are hidden before a message is cut: half of one is no longer found.
 */
export function createNarrator(
  clock: Clock,
  report: (message: string) => void,
  hide: (text: string) => string = (text) => text,
): Narrator {
  const start = clock.monotonic();
  let last = start;
  let closed = false;
  let stop = clock.after(HEARTBEAT_MS, beat);
  let writing = false;
  const told = new Map<string, string>();

  function beat(): void {
    const wait = last + HEARTBEAT_MS - clock.monotonic();
    if (wait <= 0) {
      const seconds = Math.round((clock.monotonic() - start) / 1000);
      say(`Still working (${seconds} s)`);
    }
    stop = clock.after(wait <= 0 ? HEARTBEAT_MS : wait, beat);
  }

  function say(message: string): void {
    if (closed) return;
    last = clock.monotonic();
    report(cut(hide(message), MAX_MESSAGE));
  }

  return {
    say,
    event(event): void {
      if (event.type === "response.output_text.delta") {
        if (!writing) say("Writing the answer");
        writing = true;
        return;
      }
      if (
        event.type !== "response.output_item.added" &&
        event.type !== "response.output_item.done"
      ) return;
      const item = fieldsOf(event.item);
      const message = describeItem(item, event.type.endsWith("added"));
      const id = textIn(item.id) ?? String(event.output_index);
      if (message === undefined || told.get(id) === message) return;
      told.set(id, message);
      writing = false;
      say(message);
    },
    close(): void {
      closed = true;
      stop();
    },
  };
}

/** A search is known by its query only when it is done, or a little before. */
function describeItem(item: ApiObject, added: boolean): string | undefined {
  if (item.type === "reasoning") return added ? "Reasoning" : undefined;
  if (item.type === "code_interpreter_call") {
    return added ? "Running code" : undefined;
  }
  if (item.type !== "web_search_call") return undefined;
  const action = fieldsOf(item.action);
  if (action.type === "open_page" || action.type === "find_in_page") {
    const url = lineIn(action.url);
    return url === undefined ? undefined : `Reading ${removeTracking(url)}`;
  }
  const queries = Array.isArray(action.queries)
    ? action.queries.flatMap((q) => lineIn(q) ?? [])
    : [];
  const query = queries.length > 0 ? queries.join(" | ") : lineIn(action.query);
  if (query !== undefined) return `Searching the web: ${query}`;
  return added ? "Searching the web" : undefined;
}
