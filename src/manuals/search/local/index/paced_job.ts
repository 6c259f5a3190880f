import type { Cancel, Clock } from "../../../../runtime/runtime.ts";

/** After a run that took a time, the next one waits for so many of it. */
const REST = 20;

/**
 * Work that is asked for often and takes long, such as writing an index: it runs
 * at once if it may, and otherwise so much later that it takes a small part of
 * all time. What is asked for meanwhile is done in one run.
 */
export class PacedJob {
  readonly #clock: Clock;
  readonly #work: () => Promise<void>;
  #wanted = false;
  #cancel: Cancel | undefined;
  #restUntil = -Infinity;
  #running: Promise<void> = Promise.resolve();

  /** `work` must not reject. */
  constructor(clock: Clock, work: () => Promise<void>) {
    this.#clock = clock;
    this.#work = work;
  }

  /** Asks for a run. */
  request(): void {
    this.#wanted = true;
    if (this.#cancel) return;
    const wait = this.#restUntil - this.#clock.monotonic();
    if (wait <= 0) this.#start();
    else this.#cancel = this.#clock.after(wait, () => this.#start());
  }

  #start(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#running = this.#running.then(() => this.#run());
  }

  async #run(): Promise<void> {
    if (!this.#wanted) return;
    this.#wanted = false;
    const started = this.#clock.monotonic();
    await this.#work();
    const ended = this.#clock.monotonic();
    this.#restUntil = ended + REST * (ended - started);
  }

  /** Does at once what was asked for, and waits for it. */
  async settled(): Promise<void> {
    if (this.#wanted) this.#start();
    await this.#running;
  }
}
