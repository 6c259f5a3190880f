// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * A part of an index that never changes, in flat arrays: loading one from disk
 * is a read and nothing more. Token, section and file numbers have 16 bits,
 * which the builder guarantees by starting a new segment in time.
 *
 * A **token** is a word, or one character of a script without spaces; a
 * section's text is a row of token numbers. A **list** is what can be looked
 * up: list t < T holds the sections of token t, list T + p those of pair p, two
 * characters side by side.
 *
 * @module
 */

import type { LazyBytes } from "./lazy_bytes.ts";
import type { LinkColumns } from "./link_builder.ts";
import { lowerBound } from "./lower_bound.ts";
import { findPair, ownLists } from "./own_lists.ts";

/** The columns: T tokens, P pairs, S sections, F files. */
export interface SegmentColumns extends LinkColumns {
  /** Characters of all tokens, by token number. */
  readonly tokenChars: Uint16Array;
  /** Where each token's characters begin: T + 1. */
  readonly charStart: Uint32Array;
  /** What each token is: see `token_kind.ts`. T. */
  readonly tokenKinds: Uint8Array;
  /** Token numbers in the order of their characters: T. */
  readonly tokenOrder: Uint16Array;
  /** Both tokens of each pair, first × 65,536 + second, ascending: P. */
  readonly pairs: Uint32Array;
  /** How many sections hold the list's term in their own text: T + P. */
  readonly listSections: Uint16Array;
  /** Where each list begins in `postings`: T + P + 1. */
  readonly listStart: Uint32Array;
  /** The lists: see `posting_list.ts`. */
  readonly postings: Uint8Array;
  /** Token numbers of all sections in reading order: positions are indexes. */
  readonly tokens: Uint16Array;
  /** Where each section's tokens begin: S + 1. */
  readonly tokenStart: Uint32Array;
  /** How many tokens at a section's front are its title: S. */
  readonly titleTokens: Uint8Array;
  /** How many tokens at a section's back are its context: S. */
  readonly contextTokens: Uint8Array;
  /** The file of each section, ascending: S. */
  readonly sectionFile: Uint16Array;
  /** The line on which each section starts: S. */
  readonly sectionLine: Uint32Array;
  /** The rows that go on with the section of the row before, ascending. */
  readonly parts: Uint16Array;
  /** The files of which other segments may hold a part, ascending. */
  readonly splitFiles: Uint16Array;
  /** UTF-8 of all titles. */
  readonly titleBytes: Uint8Array;
  /** Where each section's title begins: S + 1. */
  readonly titleStart: Uint32Array;
  /** UTF-8 of all paths. */
  readonly pathBytes: Uint8Array;
  /** Where each file's path begins: F + 1. */
  readonly pathStart: Uint32Array;
  /** UTF-8 of the files' own titles. */
  readonly pageBytes: Uint8Array;
  /** Where each file's own title begins: F + 1. */
  readonly pageStart: Uint32Array;
  /** The words as the texts spell them, in lower case ASCII: see `words.ts`. */
  readonly wordBytes: Uint8Array;
  /** Where each word begins, and the end. */
  readonly wordStart: Uint32Array;
}

/** Makes sure that ranges of the large columns are there, in bytes. */
export interface LazyColumns {
  /** Of `postings`. */
  readonly postings: LazyBytes;
  /** Of `tokens`, two bytes each. */
  readonly tokens: LazyBytes;
  /** Of `titleBytes`. */
  readonly titleBytes: LazyBytes;
}

/** What is known of a segment besides its columns. */
export interface SegmentOptions {
  /** Where the large columns come from; they are all there when absent. */
  readonly lazy?: LazyColumns;
  /** How many tokens are the sections' own; counted when absent. */
  readonly ownTokens?: number;
}

/** A segment and which of its files still count. */
export class Segment {
  /** The columns. */
  readonly columns: SegmentColumns;
  /** 1 for a file that changed or vanished since. */
  readonly deadFiles: Uint8Array;
  /** How many files are dead. */
  deadCount = 0;
  /** Sections that count. */
  liveSections: number;
  /** Tokens of own text that count. */
  liveTokens: number;

  readonly #lazy: LazyColumns | undefined;
  #listSections: Uint16Array;
  /** Dead files whose sections are still in `#listSections`. */
  #uncounted: number[] = [];
  // A name or a title may begin with what looks like a byte order mark.
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The paths that were asked for: of every candidate, and often the same. */
  readonly #paths: (string | undefined)[];

  /** Takes columns as the builder or the index file gives them. */
  constructor(
    columns: SegmentColumns,
    { lazy, ownTokens }: SegmentOptions = {},
  ) {
    this.columns = columns;
    this.#lazy = lazy;
    this.#listSections = columns.listSections;
    this.deadFiles = new Uint8Array(columns.pathStart.length - 1);
    this.#paths = new Array(columns.pathStart.length - 1);
    this.liveSections = columns.sectionFile.length;
    this.liveTokens = ownTokens ??
      columns.tokens.length - sum(columns.contextTokens);
  }

  /** How many sections there are, dead ones included. */
  get sectionCount(): number {
    return this.columns.sectionFile.length;
  }

  /** How many files there are, dead ones included. */
  get fileCount(): number {
    return this.columns.pathStart.length - 1;
  }

  /** To be called before a list's `postings` are read. */
  needList(list: number): void {
    const { listStart } = this.columns;
    this.#lazy?.postings.need(listStart[list]!, listStart[list + 1]!);
  }

  /** To be called before a section's `tokens` are read. */
  needTokens(section: number): void {
    const { tokenStart } = this.columns;
    this.#lazy?.tokens.need(
      2 * tokenStart[section]!,
      2 * tokenStart[section + 1]!,
    );
  }

  /** To be called before all columns are read. */
  needAll(): void {
    if (!this.#lazy) return;
    const { postings, tokens, titleBytes } = this.#lazy;
    for (const column of [postings, tokens, titleBytes]) {
      column.need(0, column.bytes.length);
    }
  }

  /** A file's path. */
  path(file: number): string {
    const { pathBytes, pathStart } = this.columns;
    return this.#paths[file] ??= this.#decode(pathBytes, pathStart, file);
  }

  /** A file's own title; empty where it has none. */
  pageTitle(file: number): string {
    const { pageBytes, pageStart } = this.columns;
    return this.#decode(pageBytes, pageStart, file);
  }

  /** The numbers of the living files with these paths, ascending. */
  findFiles(paths: ReadonlySet<string>): number[] {
    const { pathStart } = this.columns;
    const encoder = new TextEncoder();
    const lengths = new Set<number>();
    for (const path of paths) lengths.add(encoder.encode(path).length);
    const found: number[] = [];
    for (let file = 0; file < this.fileCount; file++) {
      const length = pathStart[file + 1]! - pathStart[file]!;
      // Decoding a path costs more than most need.
      if (this.deadFiles[file] !== 0 || !lengths.has(length)) continue;
      if (paths.has(this.path(file))) found.push(file);
    }
    return found;
  }

  /** A section's title. */
  title(section: number): string {
    const { titleBytes, titleStart } = this.columns;
    this.#lazy?.titleBytes.need(
      titleStart[section]!,
      titleStart[section + 1]!,
    );
    return this.#decode(titleBytes, titleStart, section);
  }

  /** A token's characters. */
  token(token: number): string {
    const { tokenChars, charStart } = this.columns;
    const start = charStart[token]!;
    return String.fromCharCode(
      ...tokenChars.subarray(start, charStart[token + 1]),
    );
  }

  /** A token's number, or -1. */
  findToken(text: string): number {
    const { tokenOrder } = this.columns;
    let low = 0;
    let high = tokenOrder.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const candidate = tokenOrder[middle]!;
      const order = this.#compare(candidate, text);
      if (order === 0) return candidate;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** The list of a word, a character or a pair of characters, or -1. */
  findList(term: string): number {
    const token = this.findToken(term);
    if (token >= 0 || term.length !== 2) return token;
    const first = this.findToken(term.charAt(0));
    const second = first < 0 ? -1 : this.findToken(term.charAt(1));
    return second < 0 ? -1 : findPair(this.columns, first, second);
  }

  /**
   * Takes a file out of the counts. Its entries stay in the lists until the
   * segment is compacted; whoever selects sections asks `deadFiles`.
   */
  kill(file: number): void {
    if (this.deadFiles[file] !== 0) return;
    this.deadFiles[file] = 1;
    this.deadCount++;
    this.#uncounted.push(file);
    const { contextTokens, tokenStart } = this.columns;
    for (const s of this.#sectionsOf(file)) {
      const length = tokenStart[s + 1]! - tokenStart[s]!;
      this.liveSections--;
      this.liveTokens -= length - contextTokens[s]!;
    }
  }

  /**
   * Like `columns.listSections`, without what is dead. Counted when asked for:
   * where all files change at once, the old text is not read for it.
   */
  get listSections(): Uint16Array {
    if (this.#uncounted.length === 0) return this.#listSections;
    const counts = this.#listSections.slice();
    if (this.deadCount === this.fileCount) counts.fill(0);
    else this.#uncounted.forEach((file) => this.#discount(file, counts));
    this.#uncounted = [];
    return this.#listSections = counts;
  }

  #discount(file: number, counts: Uint16Array): void {
    for (const section of this.#sectionsOf(file)) {
      this.needTokens(section);
      for (const list of ownLists(this.columns, section)) {
        counts[list] = counts[list]! - 1;
      }
    }
  }

  *#sectionsOf(file: number): Iterable<number> {
    const { sectionFile } = this.columns;
    for (let s = lowerBound(sectionFile, file); sectionFile[s] === file; s++) {
      yield s;
    }
  }

  #decode(bytes: Uint8Array, starts: Uint32Array, at: number): string {
    return this.#decoder.decode(bytes.subarray(starts[at], starts[at + 1]));
  }

  #compare(candidate: number, text: string): number {
    const { tokenChars, charStart } = this.columns;
    const start = charStart[candidate]!;
    const length = charStart[candidate + 1]! - start;
    const shared = Math.min(length, text.length);
    for (let i = 0; i < shared; i++) {
      const difference = tokenChars[start + i]! - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }
}

function sum(values: Uint8Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}
