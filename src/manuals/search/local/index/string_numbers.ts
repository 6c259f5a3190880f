// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { randomSeed } from "../tokens/random_seed.ts";
import { hashText } from "./hash_text.ts";

const INITIAL = 1024;
/** Numbers a slot: the hash, and the string's number + 1, so that 0 is free. */
const WIDTH = 2;

/**
 * Numbers strings in the order in which they come. Where nearly all are new, a
 * `Map` takes several times as long: it is searched twice for each.
 */
export class StringNumbers {
  /** The strings by number. */
  readonly names: string[] = [];
  #slots: Uint32Array = new Uint32Array(INITIAL * WIDTH);
  readonly #seed: number;

  /** Knows none yet; nobody shall foresee which of them have one hash. */
  constructor(seed: number = randomSeed()) {
    this.#seed = seed;
  }

  /** How many there are. */
  get size(): number {
    return this.names.length;
  }

  /** Tells whether a string has a number. */
  has(text: string): boolean {
    return this.#slots[this.#find(text, this.#hash(text)) + 1] !== 0;
  }

  /** The number of a string, which may be new. */
  of(text: string): number {
    const hash = this.#hash(text);
    const slot = this.#find(text, hash);
    const known = this.#slots[slot + 1]!;
    if (known > 0) return known - 1;
    this.#slots[slot] = hash;
    const count = this.#slots[slot + 1] = this.names.push(text);
    if (count * 2 * WIDTH > this.#slots.length) this.#grow();
    return count - 1;
  }

  #hash(text: string): number {
    return hashText(text, this.#seed);
  }

  /** Where a string is, or belongs. */
  #find(text: string, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash * WIDTH) & mask;
    for (;;) {
      const number = slots[slot + 1]!;
      if (number === 0) return slot;
      if (slots[slot] === hash && this.names[number - 1] === text) return slot;
      slot = (slot + WIDTH) & mask;
    }
  }

  #grow(): void {
    const old = this.#slots;
    const slots = this.#slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += WIDTH) {
      const hash = old[from]!;
      const number = old[from + 1]!;
      if (number === 0) continue;
      let slot = (hash * WIDTH) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + WIDTH) & mask;
      slots[slot] = hash;
      slots[slot + 1] = number;
    }
  }
}
