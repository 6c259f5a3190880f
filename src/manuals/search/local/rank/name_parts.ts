// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "../index/segment.ts";

// A stem differs from what stands in the name at its end.
const ENDING = 2;
const MIN_STEM_CHARS = 3;
const MAX_BETWEEN = 8;
const Y = 0x79;
const I = 0x69;

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
  #begun = false;

  /** For the tokens of a segment. */
  constructor({ columns: { tokenChars, charStart } }: Segment) {
    this.#chars = tokenChars;
    this.#start = charStart;
  }

  /** Begins with the name as a whole; -1 is none. */
  begin(name: number): void {
    this.#at = name < 0 ? 0 : this.#start[name]!;
    this.#end = name < 0 ? 0 : this.#start[name + 1]!;
    this.#begun = false;
  }

  /** Tells whether a token is the next part of the name. */
  goesOnWith(token: number): boolean {
    const start = this.#start[token]!;
    const length = this.#start[token + 1]! - start;
    const least = Math.min(length, Math.max(MIN_STEM_CHARS, length - ENDING));
    const last = Math.min(this.#at + MAX_BETWEEN, this.#end - 1);
    for (let at = this.#at; at <= last; at++) {
      const same = this.#sameFrom(at, start, length);
      // The name lost its own end, more of it perhaps than its last part: of
      // `PubMed` there is `pubm`. One letter proves that behind a part only.
      const isLast = at + same === this.#end && same > (this.#begun ? 0 : 1);
      if (same < least && !isLast) continue;
      this.#at = at + same;
      this.#begun = true;
      return true;
    }
    return false;
  }

  /** How many of a token's characters the name has from `at` on. */
  #sameFrom(at: number, start: number, length: number): number {
    let same = 0;
    while (
      same < length && at + same < this.#end &&
      isSame(this.#chars[at + same]!, this.#chars[start + same]!)
    ) same++;
    return same;
  }
}

/** Tells whether two characters are the same, or a `y` and what stems make of it. */
function isSame(a: number, b: number): boolean {
  return a === b || a === Y && b === I || a === I && b === Y;
}
