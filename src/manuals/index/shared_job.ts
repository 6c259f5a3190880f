import type { Clock } from "../../runtime/runtime.ts";

/**
 * Work that several callers wait for at once, each with a time and a signal of
 * its own. It runs at most once at a time; when the last caller gives up it is
 * stopped, but a caller whose time is up lets it go on.
 */
export class SharedJob {
  readonly #clock: Clock;
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #running: { promise: Promise<void>; stop: AbortController } | undefined;
  #waiting = 0;
  #wanted = false;

  /** `work` is started by the first {@linkcode SharedJob.wait}. */
  constructor(clock: Clock, work: (signal: AbortSignal) => Promise<void>) {
    this.#clock = clock;
    this.#work = work;
  }

  /**
   * Waits until the work is done, at most `timeMs`.
   *
   * @returns `false` when time was up first.
   */
  async wait(signal: AbortSignal, timeMs: number): Promise<boolean> {
    // A job that was stopped is on its way out: its end is not this caller's.
    while (this.#running?.stop.signal.aborted) await this.settled();
    const job = this.#running ??= this.#start();
    this.#waiting++;
    let leave = (): void => {};
    const left = new Promise<"time" | "signal">((resolve) => {
      const cancel = this.#clock.after(timeMs, () => resolve("time"));
      const abort = (): void => resolve("signal");
      signal.addEventListener("abort", abort, { once: true });
      leave = () => {
        cancel();
        signal.removeEventListener("abort", abort);
      };
    });
    try {
      const why = await Promise.race([job.promise, left]);
      if (why === "time") this.#wanted = true;
      return why === undefined;
    } finally {
      leave();
      this.#waiting--;
      if (signal.aborted && this.#waiting === 0 && !this.#wanted) {
        job.stop.abort(signal.reason);
      }
      signal.throwIfAborted();
    }
  }

  #start(): { promise: Promise<void>; stop: AbortController } {
    const stop = new AbortController();
    this.#wanted = false;
    const promise = this.#work(stop.signal).finally(() => {
      this.#running = undefined;
    });
    // Nobody may be waiting any more when it fails.
    promise.catch(() => undefined);
    return { promise, stop };
  }

  /** Waits for the work in hand, however it ends. */
  async settled(): Promise<void> {
    await this.#running?.promise.catch(() => undefined);
  }

  /** Stops the work in hand. */
  stop(): void {
    this.#running?.stop.abort(new DOMException("Stopped", "AbortError"));
  }
}
