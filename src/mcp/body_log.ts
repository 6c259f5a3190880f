import { isRequestId, ProtocolError } from "../jsonrpc/messages.ts";
import type { RequestId } from "../jsonrpc/messages.ts";
import { type Logger, timeOf } from "../log.ts";
import type { Clock } from "../runtime/runtime.ts";
import { isObject } from "../schema/value.ts";

// Cancelled requests get no answer that would take them off the list.
const MAX_WAITING = 10_000;

/**
 * Writes the messages of one connection to the log, both ways, each with its
 * time, and answers with how long they took.
 */
export class BodyLog {
  readonly #log: Pick<Logger, "debug">;
  readonly #clock: Clock;
  /** When each request came in that waits for its answer. */
  readonly #waiting = new Map<RequestId, number>();

  /** Writes nothing yet. */
  constructor(log: Pick<Logger, "debug">, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Writes a message that came in; what was unreadable has no body. */
  received(message: unknown): void {
    if (message instanceof ProtocolError) return;
    for (const id of idsIn(message)) {
      this.#waiting.set(id, this.#clock.monotonic());
      const [oldest] = this.#waiting.keys();
      if (this.#waiting.size > MAX_WAITING && oldest !== undefined) {
        this.#waiting.delete(oldest);
      }
    }
    this.#write(`recv json=${JSON.stringify(message)}`);
  }

  /** Writes a message that goes out. */
  sent(text: string): void {
    const starts = idsIn(JSON.parse(text)).flatMap((id) => {
      const start = this.#waiting.get(id);
      this.#waiting.delete(id);
      return start ?? [];
    });
    // A batch has taken as long as its slowest request.
    const latency = starts.length === 0
      ? ""
      : `latency_ms=${
        Math.round(this.#clock.monotonic() - Math.min(...starts))
      } `;
    this.#write(`${latency}send json=${text}`);
  }

  #write(line: string): void {
    this.#log.debug(`${timeOf(this.#clock)} ${line}`);
  }
}

/** The ids of a message, or of all messages of a batch. */
function idsIn(message: unknown): RequestId[] {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.flatMap((one) =>
    isObject(one) && isRequestId(one.id) ? [one.id] : []
  );
}
