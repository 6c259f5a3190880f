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
import { RunCache } from "./run_cache.ts";
import type { TokenBuffer } from "./token_buffer.ts";

/** A longer run is no word; cutting it bounds the dictionary. */
const MAX_RUN = 64;
// All of it but the typographic apostrophe.
const BEYOND_ASCII = /[\u0080-\u2018\u201a-\uffff]/;
const HASH_SEED = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** The token that keeps two runs without spaces apart. */
export const BREAK = "";

/**
 * Cuts folded text into tokens: English words by their stems, codes and numbers
 * whole and in parts, and text without spaces character by character, with a
 * {@linkcode BREAK} where punctuation parts it. Each distinct run is worked out
 * once.
 */
export class Tokenizer {
  readonly #classes: CharClasses;
  readonly #intern: (term: string) => number;
  readonly #runs: RunCache = new RunCache();
  // Token number + 1 of each dense character; 0 = not met yet.
  readonly #dense: Uint32Array = new Uint32Array(65536);
  readonly #break: number;
  #afterDense = false;

  /** `intern` gives each distinct token its number, below 65,536. */
  constructor(classes: CharClasses, intern: (term: string) => number) {
    this.#classes = classes;
    this.#intern = intern;
    this.#break = intern(BREAK);
  }

  /** Forgets what came before: the next text is another section's. */
  reset(): void {
    this.#afterDense = false;
  }

  /** Appends the tokens of `text` to `out`, in order. */
  tokenize(text: string, out: TokenBuffer): void {
    const classes = this.#classes;
    const { table } = classes;
    const length = text.length;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      let kind = table[code] ?? OTHER;
      if (kind === UNKNOWN) kind = classes.of(code);
      if (kind === ALNUM) at = this.#alnumRun(text, at, out);
      else if (kind === OTHER || kind === JOINER || kind === LOW) at++;
      else if (kind === LETTER) at = this.#letterRun(text, at, out);
      else at = this.#denseRun(text, at, out);
    }
  }

  #alnumRun(text: string, start: number, out: TokenBuffer): number {
    const { table } = this.#classes;
    const limit = Math.min(text.length, start + MAX_RUN);
    let hash = HASH_SEED;
    let end = start;
    for (; end < limit; end++) {
      const code = text.charCodeAt(end);
      if (table[code] !== ALNUM) {
        const kind = this.#classes.of(code);
        if (kind === LETTER) return this.#letterRun(text, start, out);
        // A joiner counts only between two alphanumeric characters.
        if (kind !== JOINER || end + 1 >= limit) break;
        if (table[text.charCodeAt(end + 1)] !== ALNUM) break;
      }
      hash = Math.imul(hash ^ code, HASH_PRIME);
    }
    this.#emitRun(text, start, end, hash, out);
    return end;
  }

  #letterRun(text: string, start: number, out: TokenBuffer): number {
    const limit = Math.min(text.length, start + MAX_RUN);
    let hash = HASH_SEED;
    let end = start;
    while (end < limit) {
      const code = text.charCodeAt(end);
      const kind = this.#classes.of(code);
      if (kind !== LETTER && kind !== ALNUM) break;
      hash = Math.imul(hash ^ code, HASH_PRIME);
      end++;
    }
    this.#emitRun(text, start, end, hash, out);
    return end;
  }

  #emitRun(
    text: string,
    start: number,
    end: number,
    hash: number,
    out: TokenBuffer,
  ): void {
    const runs = this.#runs;
    let entry = runs.find(text, start, end, hash);
    if (entry < 0) entry = this.#learn(text.slice(start, end), hash);
    const last = runs.end(entry);
    const terms = runs.terms;
    for (let i = runs.begin(entry); i < last; i++) out.push(terms[i] ?? 0);
    this.#afterDense = false;
  }

  #learn(run: string, hash: number): number {
    const terms = BEYOND_ASCII.test(run) ? expandLetters(run) : expandRun(run);
    return this.#runs.add(run, hash, terms.map(this.#intern));
  }

  #denseRun(text: string, start: number, out: TokenBuffer): number {
    const classes = this.#classes;
    if (this.#afterDense) out.push(this.#break);
    this.#afterDense = true;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (classes.of(code) < DENSE) break;
      let token = this.#dense[code] ?? 0;
      if (token === 0) {
        token = this.#intern(String.fromCharCode(code)) + 1;
        this.#dense[code] = token;
      }
      out.push(token - 1);
    }
    return at;
  }
}
