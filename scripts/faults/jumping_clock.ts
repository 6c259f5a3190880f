import type { Cancel, Clock } from "../../src/runtime/runtime.ts";

/** A clock whose wall time jumps, and whose other time moves when told to. */
export class JumpingClock implements Clock {
  #wall = Date.UTC(2026, 0, 15, 12);
  #elapsed = 0;
  readonly #timers = new Set<{ at: number; run: () => void }>();

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, run: () => void): Cancel {
    const timer = { at: this.#elapsed + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers run. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Sets the wall clock forward or back, as an administrator does. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  /** Lets time pass, running what is due. */
  pass(ms: number): void {
    const end = this.#elapsed + ms;
    for (;;) {
      const [due] = [...this.#timers].filter((timer) => timer.at <= end)
        .sort((a, b) => a.at - b.at);
      if (!due) break;
      this.#wall += due.at - this.#elapsed;
      this.#elapsed = due.at;
      this.#timers.delete(due);
      due.run();
    }
    this.#wall += end - this.#elapsed;
    this.#elapsed = end;
  }
}
