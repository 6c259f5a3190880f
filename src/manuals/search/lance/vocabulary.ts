/**
 * The terms of a published manual with their counts, and its words: what tells
 * how rare a term is, what is absent, and what a slip was meant for. A
 * publication adds a part with what changed; now and then all is written anew.
 *
 * @module
 */
import { escapeHalves, restoreHalves } from "../../../text/utf16_halves.ts";
import type { WordColumns } from "../local/index/index_view.ts";
import { packStrings } from "../local/index/string_table.ts";
import type { LanceTable } from "./lancedb.ts";
import { column } from "./rows.ts";

/** Changes of counts, and words that may be new. */
export interface VocabularyPart {
  /** By term, what is to be added to its count. */
  readonly counts: ReadonlyMap<string, number>;
  readonly words: Iterable<string>;
}

// How many names that a text is a part of are looked for.
const MAX_HOLDING = 64;

/** A part as bytes: its terms sorted, so that they can be searched as they are. */
export function encodePart({ counts, words }: VocabularyPart): Uint8Array {
  const terms = [...counts.keys()].map(escapeHalves).sort();
  const numbers = Int32Array.from(
    terms,
    (term) => counts.get(restoreHalves(term)) ?? 0,
  );
  const encoder = new TextEncoder();
  const termBytes = encoder.encode(terms.join("\n"));
  const wordBytes = encoder.encode([...words].sort().join("\n"));
  const start = HEAD + numbers.byteLength;
  const bytes = new Uint8Array(start + termBytes.length + wordBytes.length);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, numbers.length, true);
  head.setUint32(4, termBytes.length, true);
  bytes.set(new Uint8Array(numbers.buffer), HEAD);
  bytes.set(termBytes, start);
  bytes.set(wordBytes, start + termBytes.length);
  return bytes;
}

const HEAD = 8;

interface Part {
  readonly numbers: Int32Array;
  /** The terms, one a line. */
  readonly terms: string;
  readonly words: readonly string[];
}

function decodePart(part: Uint8Array): Part {
  // Whatever it was cut from: numbers must begin at a multiple of four.
  const bytes = part.slice();
  const head = new DataView(bytes.buffer);
  const count = head.getUint32(0, true);
  const termsAt = HEAD + 4 * count;
  const wordsAt = termsAt + head.getUint32(4, true);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const words = decoder.decode(bytes.subarray(wordsAt));
  return {
    numbers: new Int32Array(bytes.buffer, HEAD, count),
    terms: decoder.decode(bytes.subarray(termsAt, wordsAt)),
    words: words === "" ? [] : words.split("\n"),
  };
}

/** All terms of a manual. */
export class Vocabulary {
  /** All words, those of files that are gone included. */
  readonly words: WordColumns;
  /** How many terms changes were made to since all was written. */
  readonly changed: number;
  readonly #numbers: Int32Array;
  readonly #terms: string;
  /** Where each term begins; the last entry is one after the end. */
  readonly #starts: Uint32Array;
  readonly #changes = new Map<string, number>();

  /** Takes the bytes of all parts, the one with everything first. */
  constructor(parts: readonly Uint8Array[]) {
    const [base, ...changes] = parts.map(decodePart);
    const words = new Set(base?.words);
    for (const { numbers, terms, words: own } of changes) {
      const names = terms.split("\n");
      numbers.forEach((number, i) => {
        const name = names[i] ?? "";
        this.#changes.set(name, (this.#changes.get(name) ?? 0) + number);
      });
      for (const word of own) words.add(word);
    }
    const packed = packStrings([...words]);
    this.words = { wordBytes: packed.bytes, wordStart: packed.starts };
    this.changed = this.#changes.size;
    this.#numbers = base?.numbers ?? new Int32Array();
    this.#terms = base?.terms ?? "";
    this.#starts = new Uint32Array(this.#numbers.length + 1);
    let at = 0;
    for (let i = 0; i < this.#numbers.length; i++) {
      this.#starts[i] = at;
      const end = this.#terms.indexOf("\n", at);
      at = (end < 0 ? this.#terms.length : end) + 1;
    }
    this.#starts[this.#numbers.length] = at;
  }

  /** How many terms all was written with. */
  get size(): number {
    return this.#numbers.length;
  }

  /** In how many rows a term stands. */
  count(term: string): number {
    return this.#count(escapeHalves(term));
  }

  /** In how many rows a term stands, by how it is written in the parts. */
  #count(term: string): number {
    const at = this.#find(term);
    const written = this.#compare(at, term) === 0 ? this.#numbers[at] ?? 0 : 0;
    return written + (this.#changes.get(term) ?? 0);
  }

  /** All terms that still stand somewhere. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (let i = 0; i < this.#numbers.length; i++) {
      counts.set(restoreHalves(this.#term(i)), this.#numbers[i] ?? 0);
    }
    for (const [written, change] of this.#changes) {
      const term = restoreHalves(written);
      const count = (counts.get(term) ?? 0) + change;
      if (count > 0) counts.set(term, count);
      else counts.delete(term);
    }
    return counts;
  }

  /** Some of the terms that a text is a part of. */
  holding(given: string): string[] {
    const text = escapeHalves(given);
    const found = [...this.#changes.keys()].filter((term) =>
      term.includes(text) && this.#count(term) > 0
    );
    const terms = this.#terms;
    for (
      let at = terms.indexOf(text);
      at >= 0 && found.length < MAX_HOLDING;
    ) {
      const end = terms.indexOf("\n", at);
      const last = end < 0 ? terms.length : end;
      const term = terms.slice(terms.lastIndexOf("\n", at) + 1, last);
      if (this.#count(term) > 0) found.push(term);
      at = terms.indexOf(text, last);
    }
    return [...new Set(found)].map(restoreHalves);
  }

  #term(at: number): string {
    return this.#terms.slice(this.#starts[at], (this.#starts[at + 1] ?? 0) - 1);
  }

  /** The first term that is not before one. */
  #find(term: string): number {
    let low = 0;
    let high = this.#numbers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** As strings compare, without making one. */
  #compare(at: number, term: string): number {
    const start = this.#starts[at] ?? 0;
    const length = (this.#starts[at + 1] ?? start) - 1 - start;
    const shared = Math.min(length, term.length);
    for (let i = 0; i < shared; i++) {
      const difference = this.#terms.charCodeAt(start + i) -
        term.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - term.length;
  }
}

/** Reads the vocabulary of a table from its parts, by their names in order. */
export async function readVocabulary(
  table: LanceTable,
  names: readonly string[],
): Promise<Vocabulary> {
  const rows = await table.query().where("path = ''")
    .select(["hash", "bytes"]).toArrow();
  const hashes = column<string>(rows, "hash");
  const bytes = column<Uint8Array>(rows, "bytes");
  const parts = new Map(hashes.map((hash, i) => [hash, bytes[i]]));
  return new Vocabulary(names.map((name) => {
    const part = parts.get(name);
    if (part) return part;
    throw new TypeError(`A part of the vocabulary is missing: ${name}`);
  }));
}
