/**
 * An index as one file: a magic word, a JSON header that says where everything
 * is, the small columns as they are in memory, and the large ones, of which a
 * query reads only what it needs. Anything unexpected makes it worthless: the
 * index is then built again.
 *
 * @module
 */
import type { Corpus, FileProblem } from "../../../library/corpus.ts";
import { checksum } from "./checksum.ts";
import type { Segment, SegmentColumns } from "./segment.ts";

/** What is kept of a manual. */
export interface IndexState {
  /** The files and directories as they were when indexed. */
  readonly corpus: Corpus;
  /** Files of the corpus without sections, and why. */
  readonly problems: ReadonlyMap<string, FileProblem>;
  readonly segments: readonly Segment[];
}

/** To be raised whenever the same text would be indexed differently. */
export const FORMAT = 15;
/** The first word of every index. */
export const MAGIC = 0x314d524f;
const ALIGN = 8;
/** Magic word, length and checksum of the header. */
export const PREFIX = 12;
/** Damage may make a length of anything; this much is then read in vain. */
export const MAX_HEADER = 1 << 26;

/** The columns that are read at once, in the order of the file. */
export const COLUMNS = {
  tokenChars: Uint16Array,
  charStart: Uint32Array,
  tokenKinds: Uint8Array,
  tokenOrder: Uint16Array,
  pairs: Uint32Array,
  listSections: Uint16Array,
  listStart: Uint32Array,
  tokenStart: Uint32Array,
  titleTokens: Uint8Array,
  contextTokens: Uint8Array,
  sectionFile: Uint16Array,
  sectionLine: Uint32Array,
  parts: Uint16Array,
  splitFiles: Uint16Array,
  titleStart: Uint32Array,
  pathBytes: Uint8Array,
  pathStart: Uint32Array,
  pageBytes: Uint8Array,
  pageStart: Uint32Array,
  wordBytes: Uint8Array,
  wordStart: Uint32Array,
  fileName: Uint32Array,
  linkFile: Uint16Array,
  linkPlace: Uint32Array,
  linkStart: Uint32Array,
  linkTokens: Uint16Array,
  linkTerms: Uint32Array,
  linkTermStart: Uint32Array,
  linkLists: Uint32Array,
  placeBytes: Uint8Array,
  placeStart: Uint32Array,
  idSection: Uint16Array,
  idHash: Uint32Array,
} as const satisfies Record<SmallColumn, unknown>;

/** Most of an index, and hardly any of it is needed by one query. */
export const LARGE = ["postings", "tokens", "titleBytes"] as const;

/** The name of one of them. */
export type LargeColumn = typeof LARGE[number];
/** The name of a column that is read at once. */
export type SmallColumn = Exclude<keyof SegmentColumns, LargeColumn>;

/** Their names. */
export const SMALL = Object.keys(COLUMNS) as SmallColumn[];

/** How long the columns of a segment are. */
export interface SegmentLengths {
  /** In elements. */
  readonly small: readonly number[];
  /** In bytes. */
  readonly large: readonly number[];
  /** How many tokens are the sections' own. */
  readonly ownTokens: number;
}

/** What the beginning of the file says about the rest. */
export interface Header {
  readonly format: number;
  /** Which files were looked for. */
  readonly endings: string;
  /** Lengths of the columns of each segment: small ones, large ones. */
  readonly segments: readonly SegmentLengths[];
  readonly files: number;
  readonly dirs: number;
  readonly names: number;
  readonly problems: readonly (readonly [string, FileProblem])[];
  readonly skipped: Corpus["skipped"];
  readonly bodyLength: number;
  readonly bodyChecksum: string;
}

/** A column. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The bytes of a column, not copied. */
export function bytesOf(array: Numbers): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** A length, up to where the next column may begin. */
export function aligned(length: number): number {
  return Math.ceil(length / ALIGN) * ALIGN;
}

/** The checksum of the header. */
export function headerSum(text: Uint8Array): number {
  return parseInt(checksum(text).slice(0, 8), 16);
}
