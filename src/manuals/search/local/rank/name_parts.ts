// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "../index/segment.ts";

// A stem differs from what stands in the name at its end.
const ENDING = 2;
const MIN_STEM_CHARS = 3;
const MAX_BETWEEN = 8;

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

  /** For the tokens of a segment. */
  constructor({ columns: { tokenChars, charStart } }: Segment) {
    this.#chars = tokenChars;
    this.#start = charStart;
  }

  /** Begins with the name as a whole; -1 is none. */
  begin(name: number): void {
    this.#at = name < 0 ? 0 : this.#start[name]!;
    this.#end = name < 0 ? 0 : this.#start[name + 1]!;
  }

  /** Tells whether a token is the next part of the name. */
  goesOnWith(token: number): boolean {
    const start = this.#start[token]!;
    const length = this.#start[token + 1]! - start;
    const least = Math.min(length, Math.max(MIN_STEM_CHARS, length - ENDING));
    const last = Math.min(this.#at + MAX_BETWEEN, this.#end - 1);
    for (let at = this.#at; at <= last; at++) {
      const same = this.#sameFrom(at, start, length);
      // The name lost its own end, more of it perhaps than its last part.
      const isLast = at + same === this.#end && same > 1;
      if (same < least && !isLast) continue;
      this.#at = at + same;
      return true;
    }
    return false;
  }

  /** How many of a token's characters the name has from `at` on. */
  #sameFrom(at: number, start: number, length: number): number {
    let same = 0;
    while (
      same < length && at + same < this.#end &&
      this.#chars[at + same] === this.#chars[start + same]
    ) same++;
    return same;
  }
}
