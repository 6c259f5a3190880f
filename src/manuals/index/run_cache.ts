const INITIAL = 1024;

/**
 * Remembers the terms of every distinct run of characters. A run is known by
 * its two hashes of 32 bits, so that looking one up makes no string and reads
 * no characters: among a million runs, two have the same with a chance of one
 * in thirty million. Open addressing.
 */
export class RunCache {
  #slots: Int32Array = new Int32Array(INITIAL).fill(-1);
  #low: Int32Array = new Int32Array(INITIAL / 2);
  #high: Int32Array = new Int32Array(INITIAL / 2);
  #termStart: Uint32Array = new Uint32Array(INITIAL / 2 + 1);
  #terms: Uint16Array = new Uint16Array(INITIAL);
  #size = 0;

  /** Where entry `entry`'s terms begin in {@linkcode RunCache.terms}. */
  begin(entry: number): number {
    return this.#termStart[entry] ?? 0;
  }

  /** Where entry `entry`'s terms end. */
  end(entry: number): number {
    return this.#termStart[entry + 1] ?? 0;
  }

  /** The terms of all entries, one after the other. */
  get terms(): Uint16Array {
    return this.#terms;
  }

  /** The entry of the run with these hashes, or -1. */
  find(low: number, high: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (low ^ (low >>> 15)) & mask;; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? -1;
      if (entry < 0) return -1;
      if (this.#low[entry] === low && this.#high[entry] === high) return entry;
    }
  }

  /** Adds the terms of a run; returns its entry. */
  add(low: number, high: number, terms: readonly number[]): number {
    if (this.#size + 1 >= this.#low.length) this.#grow();
    const entry = this.#size++;
    const first = this.#termStart[entry] ?? 0;
    if (first + terms.length > this.#terms.length) {
      const grown = new Uint16Array(this.#terms.length * 2 + terms.length);
      grown.set(this.#terms);
      this.#terms = grown;
    }
    this.#terms.set(terms, first);
    this.#termStart[entry + 1] = first + terms.length;
    this.#low[entry] = low;
    this.#high[entry] = high;
    this.#place(entry, low);
    return entry;
  }

  #place(entry: number, low: number): void {
    const mask = this.#slots.length - 1;
    let slot = (low ^ (low >>> 15)) & mask;
    while ((this.#slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry;
  }

  #grow(): void {
    const capacity = this.#low.length * 2;
    this.#low = copyTo(new Int32Array(capacity), this.#low);
    this.#high = copyTo(new Int32Array(capacity), this.#high);
    this.#termStart = copyTo(new Uint32Array(capacity + 1), this.#termStart);
    this.#slots = new Int32Array(capacity * 2).fill(-1);
    for (let entry = 0; entry < this.#size; entry++) {
      this.#place(entry, this.#low[entry] ?? 0);
    }
  }
}

function copyTo<T extends Int32Array | Uint32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
