const INITIAL = 1024;

/**
 * Remembers the terms of every distinct run of characters, keyed by the
 * characters in place: looking one up makes no string. Open addressing.
 */
export class RunCache {
  #slots: Int32Array = new Int32Array(INITIAL).fill(-1);
  #hashes: Int32Array = new Int32Array(INITIAL / 2);
  #charStart: Uint32Array = new Uint32Array(INITIAL / 2 + 1);
  #termStart: Uint32Array = new Uint32Array(INITIAL / 2 + 1);
  #chars: Uint16Array = new Uint16Array(8 * INITIAL);
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

  /** The entry of `text[start, end)`, or -1. */
  find(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const chars = this.#chars;
    const mask = slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask;; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? -1;
      if (entry < 0) return -1;
      if (hashes[entry] !== hash) continue;
      let at = this.#charStart[entry] ?? 0;
      if ((this.#charStart[entry + 1] ?? 0) - at !== end - start) continue;
      let i = start;
      while (i < end && chars[at] === text.charCodeAt(i)) {
        i++;
        at++;
      }
      if (i === end) return entry;
    }
  }

  /** Adds a run with its terms; returns its entry. */
  add(run: string, hash: number, terms: readonly number[]): number {
    if (this.#size + 1 >= this.#hashes.length) this.#grow();
    const entry = this.#size++;
    const chars = this.#charStart[entry] ?? 0;
    this.#chars = withRoom(this.#chars, chars + run.length);
    for (let i = 0; i < run.length; i++) {
      this.#chars[chars + i] = run.charCodeAt(i);
    }
    const first = this.#termStart[entry] ?? 0;
    this.#terms = withRoom(this.#terms, first + terms.length);
    this.#terms.set(terms, first);
    this.#charStart[entry + 1] = chars + run.length;
    this.#termStart[entry + 1] = first + terms.length;
    this.#hashes[entry] = hash;
    this.#place(entry, hash);
    return entry;
  }

  #place(entry: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while ((this.#slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry;
  }

  #grow(): void {
    const capacity = this.#hashes.length * 2;
    const hashes = new Int32Array(capacity);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#charStart = copyTo(new Uint32Array(capacity + 1), this.#charStart);
    this.#termStart = copyTo(new Uint32Array(capacity + 1), this.#termStart);
    this.#slots = new Int32Array(capacity * 2).fill(-1);
    for (let entry = 0; entry < this.#size; entry++) {
      this.#place(entry, hashes[entry] ?? 0);
    }
  }
}

function copyTo(target: Uint32Array, source: Uint32Array): Uint32Array {
  target.set(source);
  return target;
}

function withRoom(array: Uint16Array, wanted: number): Uint16Array {
  if (wanted <= array.length) return array;
  const grown = new Uint16Array(Math.max(wanted, array.length * 2));
  grown.set(array);
  return grown;
}
