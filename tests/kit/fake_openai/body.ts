import type { StreamEvent } from "./events.ts";
import type { Fault } from "./plan.ts";

/** What a body that breaks off breaks with. */
export const CUT = "fake API: cut on demand";

/** A body that is sent, and how it ends. */
export interface BodyOptions {
  /** Pieces in order. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** `break` cuts the connection, `hold` keeps it open in silence. */
  readonly end: "close" | "break" | "hold";
  /** Called when the client closes the connection before the end. */
  onCancel(): void;
}

/** Makes the body of a response. */
export function makeBody(options: BodyOptions): ReadableStream<Uint8Array> {
  const { end } = options;
  const pieces = options.pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller): Promise<void> {
      const { done, value } = await pieces.next();
      if (!done) return controller.enqueue(value);
      if (end === "close") return controller.close();
      if (end === "break") return controller.error(CUT);
      // Never settled: nothing comes until the client leaves.
      return await new Promise(() => {});
    },
    cancel(): void {
      options.onCancel();
    },
  });
}

/** Texts as bytes, each by itself or cut into pieces of a size. */
export async function* inPieces(
  texts: AsyncIterable<string>,
  size: number | undefined,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let rest = new Uint8Array();
  for await (const text of texts) {
    const bytes = encoder.encode(text);
    if (size === undefined) {
      yield bytes;
      continue;
    }
    const all = new Uint8Array([...rest, ...bytes]);
    const whole = all.length - all.length % size;
    for (let i = 0; i < whole; i += size) yield all.subarray(i, i + size);
    rest = all.subarray(whole);
  }
  if (rest.length > 0) yield rest;
}

/** Server-sent events as text, one for each event, with a fault among them. */
export async function* eventTexts(
  events: AsyncIterable<StreamEvent>,
  fault: Fault | undefined,
): AsyncGenerator<string> {
  const max = fault && "events" in fault ? fault.events : Infinity;
  let last = -1;
  let count = 0;
  if (max > 0) {
    for await (const event of events) {
      yield textOf(event);
      last = event.sequence_number;
      if (++count >= max) break;
    }
  }
  if (fault?.kind === "garbage") yield "data: {not json\n\n";
  if (fault?.kind === "error_event") {
    const { code = "server_error", message } = fault;
    const type = "error";
    const sequence_number = last + 1;
    yield textOf({ type, code, message, param: null, sequence_number });
  }
}

function textOf(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** How a body with that fault ends. */
export function endOf(fault: Fault | undefined): BodyOptions["end"] {
  switch (fault?.kind) {
    case "cut":
      return "break";
    case "stall":
    case "linger":
      return "hold";
    default:
      return "close";
  }
}
