import type { Segment } from "../index/segment.ts";
import { WORD } from "../tokens/token_kind.ts";
import { NameParts } from "./name_parts.ts";

const NUMBERING = /^(?:\d[\d.]*|[a-z])$/;

/**
 * What people leave out who say a title in full: its number, and the parts of a
 * name that they write without its capitals. It is told one token after the
 * other.
 */
export class LeftOut {
  readonly #segment: Segment;
  #inNumber = true;
  /** The last word that was said. */
  #said = -1;
  #parts: NameParts | undefined;

  /** For a title of a segment. */
  constructor(segment: Segment) {
    this.#segment = segment;
  }

  /** Tells whether the next token may be left out, and is. */
  has(token: number, kind: number, isSaid: boolean): boolean {
    if (kind !== WORD || isSaid) {
      this.#inNumber = false;
      this.#said = kind === WORD ? token : -1;
      this.#parts = undefined;
      return false;
    }
    const text = this.#segment.token(token);
    this.#inNumber &&= NUMBERING.test(text);
    if (this.#inNumber) return true;
    if (this.#said < 0) return false;
    this.#parts ??= new NameParts(this.#segment.token(this.#said));
    if (this.#parts.goesOnWith(text)) return true;
    this.#said = -1;
    return false;
  }
}
