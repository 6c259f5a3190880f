import {
  ALNUM,
  type CharClasses,
  DENSE,
  JOINER,
  LETTER,
  LOW,
  OTHER,
  UNKNOWN,
} from "./char_class.ts";
import { expandLetters, expandRun } from "./expand_word.ts";
import { randomSeed } from "./random_seed.ts";
import { RunCache } from "./run_cache.ts";
import type { TokenBuffer } from "./token_buffer.ts";

/** A longer run is no word; cutting it bounds the dictionary. */
const MAX_RUN = 64;
const HASH_PRIME = 0x01000193;

/** The token that keeps two runs without spaces apart. */
export const BREAK = "";

/**
 * Tells whether a joiner belongs to the run around it: before a digit (`AB-123`,
 * `1.29`, `1,000`) and as an apostrophe. Elsewhere the parts stand alone, so
 * that the runs to remember stay few.
 */
function joins(joiner: number, next: number): boolean {
  if (next >= 48 && next <= 57) return true;
  return (joiner === 0x27 || joiner === 0x2019) && (next | 32) >= 97 &&
    (next | 32) <= 122;
}

/**
 * The same string, with characters of its own: engines let a slice point into
 * the text that it was cut from, which a remembered word would keep alive.
 */
function ownCopy(slice: string): string {
  return ` ${slice}`.slice(1);
}

// Emphasis and code marks, escapes, zero-width spaces: nobody sees them.
const UNSEEN = /^(?:[*_`~\\\u200b\u2060\ufeff]+|[ \t\r]*\n[ \t]*)$/;
const MAX_UNSEEN = 12;

/**
 * Tells whether two runs are one word where the text is shown: only marks stand
 * between them, or one line's end.
 */
function isUnseen(text: string, start: number, end: number): boolean {
  // Most runs are parted by one mark such as `、`: no pattern for those.
  if (end - start > MAX_UNSEEN || text.charCodeAt(start) > 0x2fff) return false;
  return UNSEEN.test(text.slice(start, end));
}

function isLetter(kind: number): boolean {
  return kind === LETTER || kind === ALNUM;
}

/**
 * Cuts folded text into tokens: English words by their stems, codes and numbers
 * whole and in parts, and text without spaces character by character, with a
 * {@linkcode BREAK} where punctuation parts it. Each distinct run is worked out
 * once.
 */
export class Tokenizer {
  readonly #classes: CharClasses;
  readonly #intern: (term: string) => number;
  readonly #meet: ((run: string) => void) | undefined;
  readonly #runs: RunCache = new RunCache();
  // Another one each time, or a file could hold words that were made to have one
  // hash: so many that every look-up is long, or one that passes for another's.
  readonly #seed: number = randomSeed();
  readonly #letterRuns = new Map<string, readonly number[]>();
  // Token number + 1 of each dense character; 0 = not met yet.
  readonly #dense: Uint32Array = new Uint32Array(65536);
  readonly #break: number;
  #afterDense = false;
  /** Where the last run without spaces ended in the text being read. */
  #denseEnd = -1;

  /**
   * `intern` gives each distinct token its number, below 65,536; `meet` is told
   * of each distinct ASCII run once.
   */
  constructor(
    classes: CharClasses,
    intern: (term: string) => number,
    meet?: (run: string) => void,
  ) {
    this.#classes = classes;
    this.#intern = intern;
    this.#meet = meet;
    this.#break = intern(BREAK);
  }

  /** Forgets what came before: the next text is another section's. */
  reset(): void {
    this.#afterDense = false;
  }

  /**
   * Appends the tokens of `text[start, end)` to `out`, in order. A range of a
   * long text is read faster than a slice of it.
   */
  tokenize(
    text: string,
    out: TokenBuffer,
    start = 0,
    end: number = text.length,
  ): void {
    const classes = this.#classes;
    const { table } = classes;
    let at = start;
    this.#denseEnd = -1;
    while (at < end) {
      const code = text.charCodeAt(at);
      let kind = table[code] ?? OTHER;
      if (kind === UNKNOWN) kind = classes.of(code);
      if (kind === ALNUM) at = this.#alnumRun(text, at, end, out);
      else if (kind === OTHER || kind === JOINER || kind === LOW) at++;
      else if (kind === LETTER) at = this.#letterRun(text, at, end, out);
      else at = this.#denseRun(text, at, end, out);
    }
  }

  #alnumRun(
    text: string,
    start: number,
    end: number,
    out: TokenBuffer,
  ): number {
    const { table } = this.#classes;
    const limit = Math.min(end, start + MAX_RUN);
    let low = this.#seed;
    let high = 0;
    let at = start;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (table[code] !== ALNUM) {
        const kind = this.#classes.of(code);
        if (kind === LETTER) return this.#letterRun(text, start, end, out);
        if (kind !== JOINER || at + 1 >= limit) break;
        if (!joins(code, text.charCodeAt(at + 1))) break;
      }
      low = Math.imul(low ^ code, HASH_PRIME);
      high = (Math.imul(high, 31) + code) | 0;
    }
    this.#emitRun(text, start, at, low, high, out);
    return at;
  }

  /** Few manuals have many of these: a map of strings will do. */
  #letterRun(
    text: string,
    start: number,
    end: number,
    out: TokenBuffer,
  ): number {
    const limit = Math.min(end, start + MAX_RUN);
    let at = start;
    while (at < limit && isLetter(this.#classes.of(text.charCodeAt(at)))) at++;
    const run = text.slice(start, at);
    let terms = this.#letterRuns.get(run);
    if (!terms) {
      const copy = ownCopy(run);
      terms = expandLetters(copy).map(this.#intern);
      this.#letterRuns.set(copy, terms);
    }
    for (const term of terms) out.push(term);
    this.#afterDense = false;
    return at;
  }

  #emitRun(
    text: string,
    start: number,
    end: number,
    low: number,
    high: number,
    out: TokenBuffer,
  ): void {
    const runs = this.#runs;
    let slot = runs.find(low, high);
    if (slot < 0) {
      const run = ownCopy(text.slice(start, end));
      this.#meet?.(run);
      const terms = expandRun(run);
      slot = runs.add(low, high, terms.map(this.#intern));
    }
    runs.emit(slot, out);
    this.#afterDense = false;
  }

  #denseRun(
    text: string,
    start: number,
    end: number,
    out: TokenBuffer,
  ): number {
    const classes = this.#classes;
    if (
      this.#afterDense &&
      (this.#denseEnd < 0 || !isUnseen(text, this.#denseEnd, start))
    ) out.push(this.#break);
    this.#afterDense = true;
    let at = start;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      let token = this.#dense[code] ?? 0;
      if (token === 0) {
        if (classes.of(code) < DENSE) break;
        token = this.#intern(String.fromCharCode(code)) + 1;
        this.#dense[code] = token;
      }
      out.push(token - 1);
    }
    this.#denseEnd = at;
    return at;
  }
}
