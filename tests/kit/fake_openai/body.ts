import type { Fault } from "./plan.ts";

/** What a body that breaks off breaks with. */
export const CUT = "fake API: cut on demand";

/** A body that is sent, and how it ends. */
export interface BodyOptions {
  /** Pieces in order. */
  readonly pieces: readonly Uint8Array[];
  /** `break` cuts the connection, `hold` keeps it open in silence. */
  readonly end: "close" | "break" | "hold";
  /** Called when the client closes the connection before the end. */
  onCancel(): void;
}

/** Makes the body of a response. */
export function makeBody(options: BodyOptions): ReadableStream<Uint8Array> {
  const { pieces, end } = options;
  let sent = 0;
  return new ReadableStream({
    pull(controller): Promise<void> | void {
      const piece = pieces[sent++];
      if (piece) return controller.enqueue(piece);
      if (end === "close") return controller.close();
      if (end === "break") return controller.error(CUT);
      // Never settled: nothing comes until the client leaves.
      return new Promise(() => {});
    },
    cancel(): void {
      options.onCancel();
    },
  });
}

/** Server-sent events as text, one for each event, with a fault among them. */
export function eventTexts(
  events: readonly { readonly type: string }[],
  fault: Fault | undefined,
): string[] {
  const count = fault && "events" in fault ? fault.events : events.length;
  const texts = events.slice(0, count).map((event) =>
    `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  );
  if (fault?.kind === "garbage") texts.push("data: {not json\n\n");
  if (fault?.kind === "error_event") {
    const error = {
      type: "error",
      code: "server_error",
      message: fault.message,
      param: null,
      sequence_number: count,
    };
    texts.push(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
  }
  return texts;
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
