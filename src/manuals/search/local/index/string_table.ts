/**
 * Strings one after the other, in UTF-8. A string cut out of a file would keep
 * the whole text in memory; its bytes do not.
 */
export class StringTable {
  readonly #encoder = new TextEncoder();
  readonly #ends: number[] = [0];
  #bytes = new Uint8Array(1024);

  /** How many there are. */
  get length(): number {
    return this.#ends.length - 1;
  }

  /** Adds one at the end. */
  push(text: string): void {
    const start = this.#ends.at(-1) ?? 0;
    // A UTF-16 unit takes three bytes at most.
    const most = start + 3 * text.length;
    if (most > this.#bytes.length) {
      const grown = new Uint8Array(2 * most);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    // Most are short and in ASCII, for which a call would take longer.
    let at = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) break;
      this.#bytes[start + at] = code;
    }
    if (at < text.length) {
      at += this.#encoder
        .encodeInto(text.slice(at), this.#bytes.subarray(start + at)).written;
    }
    this.#ends.push(start + at);
  }

  /** All bytes, and where each string begins; the last entry is the end. */
  pack(): { bytes: Uint8Array; starts: Uint32Array } {
    const starts = Uint32Array.from(this.#ends);
    return { bytes: this.#bytes.slice(0, starts.at(-1)), starts };
  }
}

/** Strings in the form of a table. */
export function packStrings(
  texts: readonly string[],
): ReturnType<StringTable["pack"]> {
  const table = new StringTable();
  for (const text of texts) table.push(text);
  return table.pack();
}
