// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "../index/segment.ts";
import { WORD } from "../tokens/token_kind.ts";
import { NameParts } from "./name_parts.ts";

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;

/**
 * What people leave out who say a title in full: its number, and the parts of a
 * name that they write without its capitals. It is told one token after the
 * other.
 */
export class LeftOut {
  readonly #segment: Segment;
  readonly #parts: NameParts;
  #inNumber = true;

  /** For titles of a segment. */
  constructor(segment: Segment) {
    this.#segment = segment;
    this.#parts = new NameParts(segment);
  }

  /** Begins a title. */
  begin(): void {
    this.#inNumber = true;
    this.#parts.begin(-1);
  }

  /** Tells whether the next token may be left out, and is. */
  has(token: number, kind: number, isSaid: boolean): boolean {
    if (kind !== WORD || isSaid) {
      this.#inNumber = false;
      this.#parts.begin(kind === WORD ? token : -1);
      return false;
    }
    this.#inNumber &&= this.#isNumbering(token);
    if (this.#inNumber || this.#parts.goesOnWith(token)) return true;
    this.#parts.begin(-1);
    return false;
  }

  /** Digits, or a letter as of an appendix. */
  #isNumbering(token: number): boolean {
    const { tokenChars, charStart } = this.#segment.columns;
    const start = charStart[token]!;
    const end = charStart[token + 1]!;
    if (end - start === 1) return true;
    for (let at = start; at < end; at++) {
      const code = tokenChars[at]!;
      const isDigit = code >= ZERO && code <= NINE;
      if (!isDigit && code !== POINT) return false;
    }
    return true;
  }
}
