import type { Cancel, Clock } from "../../../../runtime/runtime.ts";

/**
 * The work: ends with the signal's reason when it is aborted, and calls
 * `pausing` each time before it lets anything else run.
 */
export type Work = (signal: AbortSignal, pausing: () => void) => Promise<void>;

interface Running {
  readonly promise: Promise<void>;
  readonly stop: AbortController;
  /** Of the callers: told each time before anything else runs. */
  readonly pausing: Set<() => void>;
  paused: boolean;
}

/**
 * Work that several callers wait for at once, each with a time and a signal of
 * its own. It runs at most once at a time; when the last caller gives up it is
 * stopped, but a caller whose time is up lets it go on.
 */
export class SharedJob {
  readonly #clock: Clock;
  readonly #work: Work;
  #running: Running | undefined;
  #waiting = 0;
  #wanted = false;

  /** `work` is started by the first {@linkcode SharedJob.wait}. */
  constructor(clock: Clock, work: Work) {
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
    // Before the work starts, as it does so at once.
    const started = this.#clock.monotonic();
    const job = this.#running ??= this.#start();
    this.#waiting++;
    let cancel: Cancel | undefined;
    let leave = (): void => {};
    const left = new Promise<"time" | "signal">((resolve) => {
      const look = (): void => {
        const rest = timeMs - (this.#clock.monotonic() - started);
        // Not left to the timer: work that goes on at once may come before it
        // every time.
        if (rest <= 0) resolve("time");
        else cancel ??= this.#clock.after(rest, () => resolve("time"));
      };
      // The first timer of a process is dear, and until the work pauses none
      // could fire.
      if (job.paused) look();
      job.pausing.add(look);
      const abort = (): void => resolve("signal");
      signal.addEventListener("abort", abort, { once: true });
      leave = () => {
        job.pausing.delete(look);
        cancel?.();
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

  #start(): Running {
    const stop = new AbortController();
    const pausing = new Set<() => void>();
    let job: Running | undefined;
    let paused = false;
    this.#wanted = false;
    const promise = this.#work(stop.signal, () => {
      paused = true;
      if (job) job.paused = true;
      for (const look of pausing) look();
    }).finally(() => {
      this.#running = undefined;
    });
    // Nobody may be waiting any more when it fails.
    promise.catch(() => undefined);
    return job = { promise, stop, pausing, paused };
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
