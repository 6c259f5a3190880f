/**
 * Messages as web streams: bytes become messages, messages become bytes, and a
 * queue gathers what is ready to leave.
 *
 * @module
 */
import type { Framing } from "./framing.ts";
import {
  type Decoded,
  MessageDecoder,
  type MessageDecoderOptions,
} from "./message_decoder.ts";

/** Above this many queued characters, producers wait. */
export const MAX_QUEUED = 256 * 1024;

/**
 * Turns bytes into messages: each chunk becomes the list of messages that it
 * completes. One list per chunk, because one queue step per message would cost
 * more than parsing it.
 */
export class MessageDecoderStream
  extends TransformStream<Uint8Array, Decoded[]> {
  /** Makes the stream of one connection. */
  constructor(options: MessageDecoderOptions = {}) {
    const decoder = new MessageDecoder(options);
    super({
      transform(chunk, controller): void {
        const messages = decoder.decode(chunk);
        if (messages.length > 0) controller.enqueue(messages);
      },
      flush(controller): void {
        const messages = decoder.end();
        if (messages.length > 0) controller.enqueue(messages);
      },
    });
  }
}

/** Options of {@linkcode MessageEncoderStream}. */
export interface MessageEncoderOptions {
  /** The connection's framing, read anew for every chunk. */
  framing?: Framing;
  /** Hears of what is sent, for the debug log. */
  debug?: (line: string) => void;
}

/**
 * Turns messages into bytes in the peer's framing. It takes lists of JSON texts
 * and makes one chunk of each list, so that messages which were ready together
 * leave in one write.
 */
export class MessageEncoderStream
  extends TransformStream<readonly string[], Uint8Array> {
  /** Makes the stream of one connection. */
  constructor(options: MessageEncoderOptions = {}) {
    const framing = options.framing ?? { lines: false };
    const encoder = new TextEncoder();
    super({
      transform(texts, controller): void {
        const bytes = framing.lines
          ? encoder.encode(texts.join("\n") + "\n")
          : encodeFrames(texts, encoder);
        options.debug?.(
          `send (${framing.lines ? "line" : "framed"}) bytes=${bytes.length}`,
        );
        controller.enqueue(bytes);
      },
    });
  }
}

function encodeFrames(
  texts: readonly string[],
  encoder: TextEncoder,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  for (const text of texts) {
    const body = encoder.encode(text);
    const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
    parts.push(head, body);
    total += head.length + body.length;
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * The queue of messages on their way out. What is queued while a write is under
 * way leaves with the next one, in order and each whole: one write per message
 * would cap Deno at some ten thousand messages a second.
 */
export class Outbox {
  readonly #writer: WritableStreamDefaultWriter<readonly string[]>;
  #queue: string[] = [];
  #queued = 0;
  #open = true;
  #flushing: Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  /** Writes lists of JSON texts, each list all that was ready. */
  constructor(writable: WritableStream<readonly string[]>) {
    this.#writer = writable.getWriter();
    // Whoever owns the other end hears of it there.
    this.#writer.closed.catch(() => this.#drop());
  }

  /** Producers should wait for `ready` before they make more. */
  get full(): boolean {
    return this.#queued > MAX_QUEUED;
  }

  /** Queues a JSON text; after `close` it is dropped. */
  send(text: string): void {
    if (!this.#open) return;
    this.#queue.push(text);
    this.#queued += text.length;
    this.#flushing ??= this.#flush();
  }

  /** Waits until there is room, or until nothing will be sent any more. */
  async ready(): Promise<void> {
    while (this.full && this.#open) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Waits until what is queued now has left. */
  async flushed(): Promise<void> {
    await this.#flushing;
  }

  /** Takes no more; what is queued still leaves, then the stream is closed. */
  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    // Whoever waits for room must not wait for a client that never reads on.
    this.#resume();
    await this.#flushing;
    // The reader may have gone first; then there is nothing left to close.
    await this.#writer.close().catch(() => this.#drop());
  }

  async #flush(): Promise<void> {
    // Lets everything that becomes ready in this turn leave together.
    await null;
    while (this.#queue.length > 0) {
      const texts = this.#queue;
      const length = this.#queued;
      this.#queue = [];
      // What is being written counts until it has been taken: the client may
      // never read it.
      await this.#writer.write(texts).catch(() => this.#drop());
      this.#queued = Math.max(0, this.#queued - length);
      this.#resume();
    }
    this.#flushing = undefined;
  }

  #drop(): void {
    this.#open = false;
    this.#queue = [];
    this.#queued = 0;
    this.#resume();
  }

  #resume(): void {
    this.#waiting.splice(0).forEach((resume) => resume());
  }
}
