import type { TokenBuffer } from "./token_buffer.ts";

const INITIAL = 1024;
/** Numbers a slot: both hashes, what begins the terms, where the others are. */
const WIDTH = 4;
const NO_TERM = 0x10000;

/**
 * Remembers the terms of every distinct run of characters. A run is known by
 * its two hashes of 32 bits, so that looking one up makes no string and reads
 * no characters: among a million runs, two have the same with a chance of one
 * in thirty million. Open addressing; a slot fits into one line of the
 * processor's cache, which is what a look-up costs.
 */
export class RunCache {
  // low, high, first term + 1 (0: free), place in #more (0: no more terms).
  #slots: Int32Array = new Int32Array(INITIAL * WIDTH);
  // How many, then that many terms, for every run with more than one.
  readonly #more: number[] = [0];
  #size = 0;

  /** The slot of the run with these hashes, or -1. */
  find(low: number, high: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = slotOf(low) & mask;
    for (;;) {
      if (slots[slot + 2] === 0) return -1;
      if (slots[slot] === low && slots[slot + 1] === high) return slot;
      slot = (slot + WIDTH) & mask;
    }
  }

  /** Adds the terms of a run that is not there yet; returns its slot. */
  add(low: number, high: number, terms: readonly number[]): number {
    if (++this.#size * 2 * WIDTH > this.#slots.length) this.#grow();
    const [first = NO_TERM, ...rest] = terms;
    let more = 0;
    if (rest.length > 0) more = this.#more.push(rest.length, ...rest) - 1;
    return this.#place(low, high, {
      first: first + 1,
      more: more === 0 ? 0 : more - rest.length,
    });
  }

  /** Appends the terms of a slot's run. */
  emit(slot: number, out: TokenBuffer): void {
    const first = (this.#slots[slot + 2] ?? 0) - 1;
    if (first !== NO_TERM) out.push(first);
    const more = this.#slots[slot + 3] ?? 0;
    if (more === 0) return;
    const end = more + (this.#more[more] ?? 0);
    for (let i = more + 1; i <= end; i++) out.push(this.#more[i] ?? 0);
  }

  #place(
    low: number,
    high: number,
    { first, more }: { readonly first: number; readonly more: number },
  ): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = slotOf(low) & mask;
    while (slots[slot + 2] !== 0) slot = (slot + WIDTH) & mask;
    slots[slot] = low;
    slots[slot + 1] = high;
    slots[slot + 2] = first;
    slots[slot + 3] = more;
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let slot = 0; slot < old.length; slot += WIDTH) {
      const first = old[slot + 2] ?? 0;
      if (first === 0) continue;
      const more = old[slot + 3] ?? 0;
      this.#place(old[slot] ?? 0, old[slot + 1] ?? 0, { first, more });
    }
  }
}

function slotOf(low: number): number {
  return (low ^ (low >>> 15)) << 2;
}
