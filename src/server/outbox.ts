/** Above this many queued characters, producers wait. */
const MAX_QUEUED = 1024 * 1024;

/**
 * The queue of messages on their way out. What is queued while a write is under
 * way leaves with the next one, in order and each whole: one write a message
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
      this.#queue = [];
      this.#queued = 0;
      this.#resume();
      await this.#writer.write(texts).catch(() => this.#drop());
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
