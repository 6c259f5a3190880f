/** Leaves a place free again. */
export type Leave = () => void;

/** Lets so many run at once, in the order in which they came. */
export class Turns {
  readonly #count: number;
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** All turns are free. */
  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Nobody has a turn, nor waits for one. */
  get unused(): boolean {
    return this.#free === this.#count;
  }

  /** Takes a turn, if there is one. */
  take(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  /** Calls `start` when it has got its turn, unless it has left before. */
  wait(start: () => void): Leave {
    this.#waiting.add(start);
    return () => void this.#waiting.delete(start);
  }

  /** Ends a turn, which goes to the first of those who wait. */
  end(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  /** Runs `work` when it is its turn; rejects if it is aborted before. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (!this.take()) await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.end();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        leave();
        reject(signal.reason);
      };
      const leave = this.wait(() => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      });
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }
}
