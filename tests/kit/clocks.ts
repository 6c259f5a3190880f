import { runtime } from "../../src/runtime/deno.ts";
import type { Clock } from "../../src/runtime/runtime.ts";

/** The real clock, sped up: waits are shorter by a factor. */
export function fastClock(factor: number): Clock {
  const { clock } = runtime;
  const start = clock.monotonic();
  const epoch = clock.now();
  const elapsed = (): number => (clock.monotonic() - start) * factor;
  return {
    now: () => epoch + elapsed(),
    monotonic: elapsed,
    after: (ms, run) => clock.after(ms / factor, run),
    turn: clock.turn,
  };
}

/** The real clock, with the number of timers that were not freed. */
export interface CountingClock extends Clock {
  readonly live: number;
}

/** Counts the timers of the real clock. */
export function countingClock(): CountingClock {
  const { clock } = runtime;
  const live = new Set<symbol>();
  return {
    now: clock.now,
    monotonic: clock.monotonic,
    turn: clock.turn,
    get live(): number {
      return live.size;
    },
    after(ms, run) {
      const timer = Symbol();
      live.add(timer);
      const stop = clock.after(ms, () => {
        live.delete(timer);
        run();
      });
      return () => {
        live.delete(timer);
        stop();
      };
    },
  };
}
