// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "../index/segment.ts";

// A stem differs from what stands in the name at its end.
const ENDING = 2;
const MIN_STEM_CHARS = 3;
const MAX_BETWEEN = 4;

/**
 * The parts of a name that stand behind it: `acceptFilter` is three tokens, the
 * whole and accept and filter. Who writes the name without its capitals does not
 * write them.
 */
export class NameParts {
  readonly #chars: Uint16Array;
  readonly #start: Uint32Array;
  #at = 0;
  #end = 0;
  #length = 0;

  /** For the tokens of a segment. */
  constructor({ columns: { tokenChars, charStart } }: Segment) {
    this.#chars = tokenChars;
    this.#start = charStart;
  }

  /** Begins with the name as a whole; -1 is none. */
  begin(name: number): void {
    this.#at = name < 0 ? 0 : this.#start[name]!;
    this.#end = name < 0 ? 0 : this.#start[name + 1]!;
    this.#length = this.#end - this.#at;
  }

  /** Tells whether a token is the next part of the name. */
  goesOnWith(token: number): boolean {
    const start = this.#start[token]!;
    const length = this.#start[token + 1]! - start;
    if (length >= this.#length) return false;
    const least = Math.min(length, Math.max(MIN_STEM_CHARS, length - ENDING));
    const last = Math.min(this.#at + MAX_BETWEEN, this.#end - least);
    for (let at = this.#at; at <= last; at++) {
      let same = 0;
      while (
        same < least && this.#chars[at + same] === this.#chars[start + same]
      ) {
        same++;
      }
      if (same < least) continue;
      this.#at = at + least;
      return true;
    }
    return false;
  }
}
