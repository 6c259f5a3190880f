import { seededRandom } from "../../tests/kit/random.ts";

/**
 * A seeded source of choices: everything that a fuzzed case does follows from
 * one number.
 */
export class Random {
  readonly #int: (below: number) => number;

  /** The same seed gives the same choices. */
  constructor(seed: number) {
    this.#int = seededRandom(seed);
  }

  /** A whole number from 0 up to, but without, `below`. */
  int(below: number): number {
    return this.#int(below);
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + this.int(max - min + 1);
  }

  /** True once in `n` times. */
  oneIn(n: number): boolean {
    return this.int(n) === 0;
  }

  /** One of a list, which must not be empty. */
  pick<T>(from: readonly T[]): T {
    return from[this.int(from.length)] as T;
  }

  /** A list of so many things. */
  list<T>(length: number, make: () => T): T[] {
    return Array.from({ length }, make);
  }
}

/** The seed of a run's n-th case; that of the first is the run's own. */
export function caseSeed(seed: number, index: number): number {
  if (index === 0) return seed >>> 0;
  return new Random(Math.imul(index, 0x9e3779b1) ^ seed).int(2 ** 32);
}
