import type { Clock } from "../../runtime/runtime.ts";

/** Options of {@linkcode ExpiringMap}. */
export interface ExpiringMapOptions {
  /** How many entries are kept; the oldest go first. */
  readonly maxKeep: number;
  /** How long an entry lives, in milliseconds. */
  readonly ttlMs: number;
}

/** A bounded map whose entries grow old. */
export class ExpiringMap<V> {
  readonly #clock: Clock;
  readonly #options: ExpiringMapOptions;
  readonly #entries = new Map<string, { value: V; until: number }>();

  /** Starts empty. */
  constructor(clock: Clock, options: ExpiringMapOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** Adds or replaces an entry. */
  set(key: string, value: V): void {
    const { maxKeep, ttlMs } = this.#options;
    const until = this.#clock.monotonic() + ttlMs;
    this.#entries.delete(key);
    this.#entries.set(key, { value, until });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxKeep) break;
      this.#entries.delete(oldest);
    }
  }

  /** The value of a key that is still alive. */
  get(key: string): V | undefined {
    this.#dropOld();
    return this.#entries.get(key)?.value;
  }

  /** All values that are still alive, the youngest first. */
  values(): V[] {
    this.#dropOld();
    return [...this.#entries.values()].reverse().map(({ value }) => value);
  }

  #dropOld(): void {
    const now = this.#clock.monotonic();
    for (const [key, { until }] of this.#entries) {
      // Entries are in the order of their age.
      if (until > now) break;
      this.#entries.delete(key);
    }
  }
}
