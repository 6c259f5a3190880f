import type { Clock } from "../../runtime/runtime.ts";

// Each pause costs a turn of the timers, some milliseconds on a busy machine.
const SLICE_MS = 40;

/**
 * Cuts long synchronous work into slices, so that the process can answer and be
 * told to stop in between.
 */
export class Slices {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #end: number;

  /** The first slice begins at once. */
  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#end = clock.monotonic() + SLICE_MS;
  }

  /** True when it is time to pause. */
  get over(): boolean {
    return this.#clock.monotonic() >= this.#end;
  }

  /**
   * Lets other work run if it is time; throws the signal's reason when it is
   * aborted.
   */
  async pauseIfOver(): Promise<void> {
    this.#signal.throwIfAborted();
    if (!this.over) return;
    await new Promise<void>((resolve) => this.#clock.after(0, resolve));
    this.#signal.throwIfAborted();
    this.#end = this.#clock.monotonic() + SLICE_MS;
  }
}
