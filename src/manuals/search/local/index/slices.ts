import type { Clock } from "../../../../runtime/runtime.ts";

const SLICE_MS = 40;
// As long as looking at some ten thousand files takes on a busy machine: a new
// process that finds nothing changed never pauses, and so never pays for its
// first timer.
const FIRST_SLICE_MS = 250;

/** Options of {@linkcode Slices}. */
export interface SlicesOptions {
  /** Ends the work with its reason. */
  readonly signal?: AbortSignal;
  /** Told before each pause. */
  readonly pausing?: () => void;
}

/**
 * Cuts long synchronous work into slices, so that the process can answer and be
 * told to stop in between.
 */
export class Slices {
  readonly #clock: Clock;
  readonly #options: SlicesOptions;
  #end: number;

  /** The first slice begins at once, and is a long one. */
  constructor(clock: Clock, options: SlicesOptions = {}) {
    this.#clock = clock;
    this.#options = options;
    this.#end = clock.monotonic() + FIRST_SLICE_MS;
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
    this.#options.signal?.throwIfAborted();
    if (this.over) await this.pause();
  }

  /** Lets other work run now; throws the signal's reason when it is aborted. */
  async pause(): Promise<void> {
    this.#options.pausing?.();
    await this.#clock.turn();
    this.#options.signal?.throwIfAborted();
    this.#end = this.#clock.monotonic() + SLICE_MS;
  }
}
