/** Above this many queued characters, producers wait. */
const MAX_QUEUED = 1024 * 1024;

/**
 * The queue of messages on their way out. What is queued while a write is under
 * way leaves with the next one, in order: one write a message would cap Deno at
 * some ten thousand messages a second.
 */
export class Outbox {
  /** Lists of JSON texts, each list all that was ready. */
  readonly readable: ReadableStream<readonly string[]>;
  #queue: string[] = [];
  #queued = 0;
  #open = true;
  #wake: (() => void) | undefined;
  #waiting: (() => void)[] = [];

  /** Makes an open, empty outbox. */
  constructor() {
    this.readable = new ReadableStream({
      pull: async (controller): Promise<void> => {
        if (this.#queue.length === 0 && this.#open) {
          await new Promise<void>((resolve) => this.#wake = resolve);
        }
        if (this.#queue.length > 0) controller.enqueue(this.#takeAll());
        else controller.close();
      },
      cancel: () => this.close(),
    }, { highWaterMark: 0 });
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
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Waits until there is room, or until nothing will be sent any more. */
  async ready(): Promise<void> {
    while (this.full && this.#open) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Takes no more; what is queued still leaves. */
  close(): void {
    this.#open = false;
    this.#wake?.();
    this.#wake = undefined;
    this.#waiting.splice(0).forEach((resume) => resume());
  }

  #takeAll(): string[] {
    const texts = this.#queue;
    this.#queue = [];
    this.#queued = 0;
    this.#waiting.splice(0).forEach((resume) => resume());
    return texts;
  }
}
