import { runtime } from "../../src/runtime/deno.ts";
import type { Cancel, Clock } from "../../src/runtime/runtime.ts";

/** 01:00 on 2026-11-16 in Tokyo, still the 15th in UTC. */
export const MANUAL_START = Date.UTC(2026, 10, 15, 16);

/** A clock that moves only when told to, and shows its timers. */
export class ManualClock implements Clock {
  #elapsed = 0;
  #jumped = 0;
  readonly #timers = new Set<{ at: number; run: () => void }>();
  #watchers: (() => void)[] = [];

  now(): number {
    return MANUAL_START + this.#elapsed + this.#jumped;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, run: () => void): Cancel {
    const timer = { at: this.#elapsed + ms, run };
    this.#timers.add(timer);
    for (const watch of this.#watchers.splice(0)) watch();
    return () => void this.#timers.delete(timer);
  }

  turn(): Promise<void> {
    return runtime.clock.turn();
  }

  /** Milliseconds to each timer, soonest first. */
  get pending(): number[] {
    return [...this.#timers].map((t) => t.at - this.#elapsed)
      .sort((a, b) => a - b);
  }

  /** Waits for a timer between two durations, and gives its duration. */
  async timer(from: number, to = from): Promise<number> {
    for (;;) {
      const found = this.pending.find((ms) => ms >= from && ms <= to);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** Sets the wall clock forward or back, as an administrator does. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  /** Moves on, running what is due, in order. */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (;;) {
      const due = [...this.#timers].filter((t) => t.at <= end)
        .sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#elapsed = due.at;
      this.#timers.delete(due);
      due.run();
    }
    this.#elapsed = end;
  }
}
