// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * The words of a segment as its texts spell them. Lists have stems, from which
 * nobody can tell what `configuraton` was meant to be.
 *
 * @module
 */
import { stem } from "../tokens/stem.ts";
import type { IndexView, WordColumns } from "./index_view.ts";

/** A word that another one may be mistaken for. */
export const WORD = /^[A-Za-z]{5,32}$/;

/** How many edits a misspelt word may be away from the word that was meant. */
const MAX_EDITS = 2;
const LONG_CHARS = 8;

/** All words of a segment. */
export function wordsOf({ wordBytes, wordStart }: WordColumns): string[] {
  const text = new TextDecoder().decode(wordBytes);
  const words: string[] = [];
  for (let i = 0; i + 1 < wordStart.length; i++) {
    words.push(text.slice(wordStart[i], wordStart[i + 1]));
  }
  return words;
}

/**
 * The word of an index that is nearest to one it does not have, in lower case;
 * of equally near ones that in the most sections. A swap of two letters is one
 * edit. The shorter a word, the more others are near it: two edits are taken for
 * slips in longer ones only, and only where the first letter is right.
 */
export function nearestWord(
  view: IndexView,
  word: string,
): string | undefined {
  const search = new NearestSearch(word);
  for (const words of view.words) {
    search.look(words, (near) => view.sectionsWith(stem(near)));
  }
  return search.found;
}

class NearestSearch {
  found: string | undefined;
  #edits = MAX_EDITS;
  #sections = 0;
  readonly #wanted: Uint8Array;
  readonly #letters: number;
  /** How many edits a word may take that begins alike; another one, one. */
  readonly #most: number;
  readonly #rows: readonly Uint8Array[];

  constructor(word: string) {
    this.#wanted = new TextEncoder().encode(word);
    this.#most = word.length < LONG_CHARS ? 1 : MAX_EDITS;
    this.#letters = lettersOf(this.#wanted, 0, this.#wanted.length);
    this.#rows = [0, 1, 2].map(() => new Uint8Array(this.#wanted.length + 1));
  }

  /** Looks at the words of one segment. */
  look(
    { wordBytes, wordStart }: WordColumns,
    sectionsWith: (word: string) => number,
  ): void {
    const wanted = this.#wanted;
    for (let i = 0; i + 1 < wordStart.length; i++) {
      const start = wordStart[i]!;
      const end = wordStart[i + 1]!;
      const alike = wordBytes[start] === wanted[0];
      const most = Math.min(this.#edits, alike ? this.#most : 1);
      if (Math.abs(end - start - wanted.length) > most) continue;
      // An edit changes two letters at most: one look spares most comparisons.
      const other = this.#letters ^ lettersOf(wordBytes, start, end);
      if (bitsOf(other) > 2 * most) continue;
      const bytes = wordBytes.subarray(start, end);
      const edits = editsBetween(wanted, bytes, { most, rows: this.#rows });
      if (edits <= most) this.#take(bytes, edits, sectionsWith);
    }
  }

  #take(
    bytes: Uint8Array,
    edits: number,
    sectionsWith: (word: string) => number,
  ): void {
    const word = String.fromCharCode(...bytes);
    const sections = sectionsWith(word);
    if (sections === 0) return;
    const isEqual = this.found !== undefined && edits === this.#edits;
    if (isEqual && sections <= this.#sections) return;
    this.found = word;
    this.#edits = edits;
    this.#sections = sections;
  }
}

/** The letters of a word, one bit each. */
function lettersOf(bytes: Uint8Array, start: number, end: number): number {
  let letters = 0;
  for (let at = start; at < end; at++) letters |= 1 << (bytes[at]! - 97);
  return letters;
}

function bitsOf(letters: number): number {
  let count = 0;
  for (let left = letters; left !== 0; left &= left - 1) count++;
  return count;
}

/** Edits between two words, or more than `most`. */
function editsBetween(
  a: Uint8Array,
  b: Uint8Array,
  { most, rows }: {
    readonly most: number;
    /** Room for three rows. */
    readonly rows: readonly Uint8Array[];
  },
): number {
  let [before, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= a.length; j++) last[j] = j;
  for (let i = 1; i <= b.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= a.length; j++) {
      const same = a[j - 1] === b[i - 1] ? 0 : 1;
      let edits = Math.min(last[j - 1]! + same, last[j]! + 1, row[j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && a[j - 1] === b[i - 2] &&
        a[j - 2] === b[i - 1];
      if (isSwap) edits = Math.min(edits, before[j - 2]! + 1);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[a.length]!;
}
