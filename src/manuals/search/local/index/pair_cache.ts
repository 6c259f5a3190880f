// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { randomSeed } from "../tokens/random_seed.ts";

const INITIAL = 4096;

/** Numbers the pairs of tokens; a key is first × 65,536 + second. */
export class PairCache {
  #keys: Uint32Array = new Uint32Array(INITIAL);
  // The pair's number + 1, so that 0 means free: key 0 is a legal pair.
  #values: Uint32Array = new Uint32Array(INITIAL);
  readonly #seed: number = randomSeed();
  #size = 0;

  /** The number of a pair, or -1. */
  find(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = hashPair(key, this.#seed) & mask;
    for (;;) {
      const value = this.#values[slot]!;
      if (value === 0) return -1;
      if (this.#keys[slot] === key) return value - 1;
      slot = (slot + 1) & mask;
    }
  }

  /** Adds a pair that is not there yet. */
  add(key: number, number: number): void {
    if (++this.#size * 2 > this.#keys.length) this.#grow();
    this.#place(key, number + 1);
  }

  #place(key: number, value: number): void {
    const mask = this.#keys.length - 1;
    let slot = hashPair(key, this.#seed) & mask;
    while (this.#values[slot]! !== 0) slot = (slot + 1) & mask;
    this.#keys[slot] = key;
    this.#values[slot] = value;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Uint32Array(keys.length * 2);
    this.#values = new Uint32Array(keys.length * 2);
    for (let i = 0; i < keys.length; i++) {
      const value = values[i]!;
      if (value !== 0) this.#place(keys[i]!, value);
    }
  }
}

/** Spreads keys, also those that were chosen to lie together: unknown is where. */
export function hashPair(key: number, seed: number): number {
  const mixed = Math.imul(key ^ seed, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8;
}
