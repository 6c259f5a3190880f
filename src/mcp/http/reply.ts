import type { Cancel, Clock } from "../../runtime/runtime.ts";
import { JSON_TYPE } from "./refusal.ts";

/** How often a stream shows that it is alive: proxies close silent ones. */
const HEARTBEAT_MS = 15_000;

/** Events that may wait for a client; signs of life beyond them are dropped. */
const MAX_WAITING = 64;

const encoder = new TextEncoder();

const SSE_TYPE = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  // Or nginx would gather events before it passes them on.
  "x-accel-buffering": "no",
} as const;

/** What a reply needs to know of its request. */
export interface ReplyOptions {
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
  /** The client has gone before the end. */
  gone(): void;
  /** The reply is over, one way or the other. */
  ended(status: number): void;
}

/**
 * The reply to one POST: plain JSON where the answer is all there is to say; a
 * stream of events once something else comes before it, or it takes long.
 */
export class Reply {
  /** Settles when the form of the reply is known. */
  readonly response: Promise<Response>;
  readonly #options: ReplyOptions;
  #resolve: (response: Response) => void = () => undefined;
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #heartbeat: Cancel | undefined;
  #over = false;

  /** Waits for what is to be said. */
  constructor(options: ReplyOptions) {
    this.#options = options;
    this.response = new Promise((resolve) => this.#resolve = resolve);
  }

  /** From here on the answer may take its time. */
  wait(signal: AbortSignal): void {
    if (this.#over) return;
    signal.addEventListener("abort", () => this.#leave(), { once: true });
    if (signal.aborted) this.#leave();
    else this.#beatLater();
  }

  /** Sends the answer, and ends. */
  send(text: string): void {
    if (this.#over) return;
    if (this.#stream) {
      this.#stream.enqueue(event(text));
      this.#stream.close();
    } else {
      const headers = { ...JSON_TYPE, ...this.#options.headers };
      this.#resolve(new Response(text, { headers }));
    }
    this.#end(200);
  }

  /** Ends a POST that asked nothing. */
  accept(): void {
    if (this.#over) return;
    this.#resolve(new Response(null, { status: 202 }));
    this.#end(202);
  }

  /** Sends a message before the answer, or drops it if the client is slow. */
  notify(text: string): void {
    if (!this.#over) this.#push(event(text));
  }

  /** Ends without an answer: the request was cancelled. */
  end(): void {
    if (this.#over) return;
    this.#open().close();
    this.#end(200);
  }

  #push(bytes: Uint8Array): void {
    const stream = this.#open();
    if ((stream.desiredSize ?? 0) > 0) stream.enqueue(bytes);
  }

  #open(): ReadableStreamDefaultController<Uint8Array> {
    if (this.#stream) return this.#stream;
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (stream = controller),
      cancel: () => this.#leave(),
    }, { highWaterMark: MAX_WAITING });
    if (!stream) throw new TypeError("A stream starts when it is made");
    this.#stream = stream;
    const headers = { ...SSE_TYPE, ...this.#options.headers };
    this.#resolve(new Response(body, { headers }));
    return stream;
  }

  #beatLater(): void {
    this.#heartbeat = this.#options.clock.after(HEARTBEAT_MS, () => {
      this.#push(encoder.encode(":\n\n"));
      this.#beatLater();
    });
  }

  #leave(): void {
    if (this.#over) return;
    // Nobody reads it, but the host waits for it.
    this.#resolve(new Response(null, { status: 499 }));
    this.#end(499);
    this.#options.gone();
  }

  #end(status: number): void {
    this.#over = true;
    this.#heartbeat?.();
    this.#options.ended(status);
  }
}

/** A message as an event; its JSON is one line. */
function event(text: string): Uint8Array {
  return encoder.encode(`event: message\ndata: ${text}\n\n`);
}
