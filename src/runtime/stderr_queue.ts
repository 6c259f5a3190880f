import type { ByteWriter } from "./runtime.ts";

/** Characters that may wait; what comes on top of them is lost. */
export const MAX_QUEUED = 256 * 1024;

/**
 * Lines on their way to standard error while the server runs. A write that
 * waits for its reader would stop the whole server when a client opens a pipe
 * for them and does not read it; these wait here instead, up to a bound.
 */
export class StderrQueue {
  readonly #writer: ByteWriter;
  #queue = "";
  #lost = 0;
  #flushing: Promise<void> | undefined;

  /** Takes the writer for good. */
  constructor(writer: ByteWriter) {
    this.#writer = writer;
  }

  /** Queues whole lines, or counts them as lost. */
  write(text: string): void {
    if (this.#queue.length + text.length > MAX_QUEUED) this.#lost++;
    else this.#queue += text;
    this.#flushing ??= this.#flush();
  }

  /** Waits until everything is written; for ever, if nobody reads. */
  async drained(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    const encoder = new TextEncoder();
    while (this.#queue !== "" || this.#lost > 0) {
      const lost = this.#lost > 0
        ? `${this.#lost} lines lost: standard error was not read\n`
        : "";
      const bytes = encoder.encode(this.#queue + lost);
      this.#queue = "";
      this.#lost = 0;
      // Nobody reads it: a log line must never end the work it reports on.
      await this.#writer.write(bytes).catch(() => undefined);
    }
    this.#flushing = undefined;
  }
}
