// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * Files of an index one by one, so that each can be kept and replaced by itself:
 * a file is one piece, a long one several. A piece holds what its segment
 * follows from, and the terms by which another engine may find it.
 *
 * @module
 */
import { restoreHalves } from "../../../../text/utf16_halves.ts";
import type { CharClasses } from "../tokens/char_class.ts";
import { LinkBuilder } from "./link_builder.ts";
import { lowerBound } from "./lower_bound.ts";
import { makeSegment } from "./make_segment.ts";
import type { Segment } from "./segment.ts";
import { packStrings } from "./string_table.ts";
import { TokenWriter } from "./token_writer.ts";

/**
 * Tokens of a piece at most, unless one row alone has more: that much more is
 * fetched at once where one section is wanted. Pieces of 500 and of 2,000, and
 * whole files, were proposed no better on the test collections.
 */
const MAX_PIECE_TOKENS = 8000;

/** A file, or a part of one. */
export interface Piece {
  readonly path: string;
  /** Its number in its file, from 0. */
  readonly number: number;
  /**
   * Its terms in UTF-8 (`escapeHalves`), with spaces between them: those of
   * titles twice, then {@linkcode idTerm} of its sections' ids.
   */
  readonly terms: Uint8Array;
  /** What {@linkcode readPiece} takes. */
  readonly bytes: Uint8Array;
}

/** What stands before the tokens of a piece. */
interface Head {
  readonly path: string;
  readonly page: string;
  /** Other pieces hold the rest of the file. */
  readonly split: boolean;
  readonly titles: readonly string[];
  readonly lines: readonly number[];
  readonly lengths: readonly number[];
  readonly titleTokens: readonly number[];
  readonly contextTokens: readonly number[];
  readonly parts: readonly number[];
  readonly ids: readonly (readonly [row: number, hash: number])[];
}

interface PieceRange {
  readonly file: number;
  readonly first: number;
  /** After its last row. */
  readonly end: number;
}

/** The pieces of some segments, a file's one after the other. */
export function* piecesOf(segments: readonly Segment[]): Generator<Piece> {
  let path: string | undefined;
  let number = 0;
  for (const segment of segments) {
    const writer = new PieceWriter(segment);
    const ranges = [...rangesOf(segment)];
    const split = new Set(segment.columns.splitFiles);
    for (const [i, range] of ranges.entries()) {
      const { file } = range;
      const own = segment.path(file);
      number = own === path ? number + 1 : 0;
      path = own;
      const isSplit = split.has(file) || ranges[i - 1]?.file === file ||
        ranges[i + 1]?.file === file;
      yield {
        path,
        number,
        terms: writer.terms(range),
        bytes: writer.bytes(range, isSplit),
      };
    }
  }
}

function* rangesOf(segment: Segment): Generator<PieceRange> {
  const { sectionFile, tokenStart } = segment.columns;
  let first = 0;
  for (let row = 0; row < segment.sectionCount; row++) {
    const file = sectionFile[row]!;
    const next = sectionFile[row + 1];
    // With the row after it, the piece would be too long.
    const length = tokenStart[Math.min(row + 2, segment.sectionCount)]! -
      tokenStart[first]!;
    if (next === file && length <= MAX_PIECE_TOKENS) continue;
    yield { file, first, end: row + 1 };
    first = row + 1;
  }
}

/** Writes pieces of one segment. */
class PieceWriter {
  readonly #segment: Segment;
  readonly #writer: TokenWriter;
  /** The place of each token in their order. */
  readonly #ranks: Uint16Array;
  /** Numbers of tokens in the current piece; others are left from before. */
  readonly #own: Uint16Array;
  /** The last piece that each token was met in, from 1. */
  readonly #seen: Uint32Array;
  #piece = 0;

  constructor(segment: Segment) {
    this.#segment = segment;
    this.#writer = new TokenWriter(segment);
    const { tokenOrder } = segment.columns;
    this.#own = new Uint16Array(tokenOrder.length);
    this.#seen = new Uint32Array(tokenOrder.length);
    this.#ranks = new Uint16Array(tokenOrder.length);
    tokenOrder.forEach((token, rank) => this.#ranks[token] = rank);
  }

  terms(range: PieceRange): Uint8Array {
    const { tokens, tokenStart, titleTokens } = this.#segment.columns;
    for (let row = range.first; row < range.end; row++) {
      const start = tokenStart[row]!;
      this.#writer.addTerms(tokens, start, tokenStart[row + 1]!);
      this.#writer.addTerms(tokens, start, start + titleTokens[row]!);
    }
    for (const [, hash] of idsOf(this.#segment, range)) {
      this.#writer.addTerm(idTerm(hash));
    }
    return this.#writer.take();
  }

  bytes({ file, first, end }: PieceRange, split: boolean): Uint8Array {
    const segment = this.#segment;
    const { columns } = segment;
    const { tokens, tokenStart } = columns;
    const own = this.#number(
      tokens.subarray(tokenStart[first], tokenStart[end]),
    );
    const ofRows = <T>(read: (row: number) => T): T[] =>
      Array.from({ length: end - first }, (_, i) => read(first + i));
    const head: Head = {
      path: segment.path(file),
      page: segment.pageTitle(file),
      split,
      titles: ofRows((row) => segment.title(row)),
      lines: ofRows((row) => columns.sectionLine[row]!),
      lengths: ofRows((row) => tokenStart[row + 1]! - tokenStart[row]!),
      titleTokens: ofRows((row) => columns.titleTokens[row]!),
      contextTokens: ofRows((row) => columns.contextTokens[row]!),
      parts: Array.from(
        columns.parts.subarray(
          lowerBound(columns.parts, first + 1),
          lowerBound(columns.parts, end),
        ),
        (row) => row - first,
      ),
      ids: idsOf(segment, { file, first, end }),
    };
    return frame(JSON.stringify(head), this.#writer.take(), own);
  }

  /**
   * Numbers the tokens of a piece in their order, and writes their names: whoever
   * reads it need not sort them.
   */
  #number(tokens: Uint16Array): Uint16Array {
    const { tokenOrder } = this.#segment.columns;
    const ranks: number[] = [];
    this.#piece++;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      if (this.#seen[token] === this.#piece) continue;
      this.#seen[token] = this.#piece;
      ranks.push(this.#ranks[token]!);
    }
    const sorted = Uint16Array.from(ranks).sort();
    for (let number = 0; number < sorted.length; number++) {
      const token = tokenOrder[sorted[number]!]!;
      this.#own[token] = number;
      this.#writer.addLine(token);
    }
    const own = new Uint16Array(tokens.length);
    for (let i = 0; i < own.length; i++) own[i] = this.#own[tokens[i]!]!;
    return own;
  }
}

/** The term by which a piece is found that has a section with an id. */
export function idTerm(hash: number): string {
  return `#${hash.toString(36)}`;
}

/** The rows of a piece whose authors gave them ids, with the hashes of those. */
function idsOf(
  { columns: { idSection, idHash } }: Segment,
  { first, end }: PieceRange,
): [row: number, hash: number][] {
  const ids: [number, number][] = [];
  let at = lowerBound(idSection, first);
  for (; at < idSection.length && idSection[at]! < end; at++) {
    ids.push([idSection[at]! - first, idHash[at]!]);
  }
  return ids;
}

/** Two lengths, the head, the names, and where numbers may begin the tokens. */
function frame(
  head: string,
  names: Uint8Array,
  tokens: Uint16Array,
): Uint8Array {
  const text = new TextEncoder().encode(head);
  const at = tokensAt(text.length, names.length);
  const bytes = new Uint8Array(at + tokens.byteLength);
  const lengths = new DataView(bytes.buffer);
  lengths.setUint32(0, text.length, true);
  lengths.setUint32(4, names.length, true);
  bytes.set(text, 8);
  bytes.set(names, 8 + text.length);
  bytes.set(new Uint8Array(tokens.buffer), at);
  return bytes;
}

function tokensAt(headLength: number, namesLength: number): number {
  return 2 * Math.ceil((8 + headLength + namesLength) / 2);
}

/** The segment of a piece. */
export function readPiece(piece: Uint8Array, classes: CharClasses): Segment {
  // Whatever it was cut from: numbers must begin at an even byte.
  const bytes = piece.slice();
  const lengths = new DataView(bytes.buffer);
  const headEnd = 8 + lengths.getUint32(0, true);
  const namesEnd = headEnd + lengths.getUint32(4, true);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const head: Head = JSON.parse(decoder.decode(bytes.subarray(8, headEnd)));
  const names = decoder.decode(bytes.subarray(headEnd, namesEnd));
  const tokenStart = new Uint32Array(head.lengths.length + 1);
  head.lengths.forEach((length, row) =>
    tokenStart[row + 1] = tokenStart[row]! + length
  );
  const links = new LinkBuilder();
  links.addFile(head.path);
  for (const [row, hash] of head.ids) links.addIdHash(row, hash);
  return makeSegment({
    names: restoreHalves(names).split("\n"),
    tokens: new Uint16Array(
      bytes.buffer,
      tokensAt(headEnd - 8, namesEnd - headEnd),
    ),
    tokenStart,
    titleTokens: Uint8Array.from(head.titleTokens),
    contextTokens: Uint8Array.from(head.contextTokens),
    sectionFile: new Uint16Array(head.lines.length),
    sectionLine: Uint32Array.from(head.lines),
    parts: Uint16Array.from(head.parts),
    splitFiles: Uint16Array.from(head.split ? [0] : []),
    titles: packStrings(head.titles),
    paths: packStrings([head.path]),
    pages: packStrings([head.page]),
    words: packStrings([]),
    links,
  }, classes);
}
