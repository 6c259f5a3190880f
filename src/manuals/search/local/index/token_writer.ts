// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { escapeHalves } from "../../../../text/utf16_halves.ts";
import { HAN_CHAR, NOTHING, WORD } from "../tokens/token_kind.ts";
import type { Segment } from "./segment.ts";
import { packStrings } from "./string_table.ts";

const SPACE = 32;
const NEWLINE = 10;

/** Writes tokens of one segment as UTF-8 (`escapeHalves`), into one buffer. */
export class TokenWriter {
  readonly #kinds: Uint8Array;
  readonly #names: ReturnType<typeof packStrings>;
  #data = new Uint8Array(1 << 16);
  #length = 0;

  /** Starts with an empty buffer. */
  constructor(segment: Segment) {
    const { tokenOrder, tokenKinds } = segment.columns;
    this.#kinds = tokenKinds;
    this.#names = packStrings(
      Array.from(tokenOrder, (_, token) => escapeHalves(segment.token(token))),
    );
  }

  /** Adds a token with a line of its own. */
  addLine(token: number): void {
    this.#add(token, NEWLINE);
  }

  /** Adds a term in ASCII. */
  addTerm(term: string): void {
    const bytes = new TextEncoder().encode(term);
    this.#copy(bytes, 0, bytes.length, SPACE);
  }

  /** Adds the terms of some tokens, as `termsOf` has them, with spaces between. */
  addTerms(tokens: Uint16Array, start: number, end: number): void {
    const kinds = this.#kinds;
    let before = -1;
    for (let at = start; at < end; at++) {
      const token = tokens[at]!;
      const kind = kinds[token]!;
      if (kind === WORD || kind === NOTHING) {
        if (kind === WORD) this.#add(token, SPACE);
        before = -1;
        continue;
      }
      if (before >= 0) {
        this.#add(before, SPACE);
        // Without the mark: a pair is one term.
        this.#length--;
        this.#add(token, SPACE);
      }
      const next = at + 1 < end ? kinds[tokens[at + 1]!] : WORD;
      const alone = before < 0 && (next === WORD || next === NOTHING);
      if (kind === HAN_CHAR || alone) this.#add(token, SPACE);
      before = token;
    }
  }

  /** All that was added since the last time. */
  take(): Uint8Array {
    // Without the mark after the last.
    const taken = this.#data.slice(0, Math.max(0, this.#length - 1));
    this.#length = 0;
    return taken;
  }

  #add(token: number, mark: number): void {
    const { bytes, starts } = this.#names;
    this.#copy(bytes, starts[token]!, starts[token + 1]!, mark);
  }

  #copy(from: Uint8Array, start: number, end: number, mark: number): void {
    this.#room(end - start + 1);
    const data = this.#data;
    let length = this.#length;
    for (let at = start; at < end; at++) data[length++] = from[at]!;
    data[length++] = mark;
    this.#length = length;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#data.length) return;
    const grown = new Uint8Array(2 * (this.#length + more));
    grown.set(this.#data);
    this.#data = grown;
  }
}
