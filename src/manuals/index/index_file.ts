/**
 * An index as one file: a magic word, a JSON header that says where everything
 * is, the small columns as they are in memory, and the large ones, of which a
 * query reads only what it needs. Anything unexpected makes it worthless: the
 * index is then built again.
 *
 * @module
 */
import type { Corpus, CorpusFile, FileProblem } from "../corpus.ts";
import { isObject } from "../../schema/value.ts";
import { checksum } from "./checksum.ts";
import {
  type ByteSource,
  CHUNK_BYTES,
  chunkSums,
  DamagedIndexError,
  LazyBytes,
} from "./lazy_bytes.ts";
import { Segment, type SegmentColumns } from "./segment.ts";

/** What is kept of a manual. */
export interface IndexState {
  /** The files and directories as they were when indexed. */
  readonly corpus: Corpus;
  /** Files of the corpus without sections, and why. */
  readonly problems: ReadonlyMap<string, FileProblem>;
  readonly segments: readonly Segment[];
}

// To be raised whenever the same text would be indexed differently.
const FORMAT = 2;
const MAGIC = 0x314d524f;
const ALIGN = 8;
// Magic word, length and checksum of the header.
const PREFIX = 12;
// Damage may make a length of anything; this much is then read in vain.
const MAX_HEADER = 1 << 26;

const COLUMNS = {
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
  titleStart: Uint32Array,
  pathBytes: Uint8Array,
  pathStart: Uint32Array,
} as const satisfies Record<SmallColumn, unknown>;

// Most of an index, and hardly any of it is needed by one query.
const LARGE = ["postings", "tokens", "titleBytes"] as const;

type LargeColumn = typeof LARGE[number];
type SmallColumn = Exclude<keyof SegmentColumns, LargeColumn>;

const SMALL = Object.keys(COLUMNS) as SmallColumn[];

interface SegmentLengths {
  /** In elements. */
  readonly small: readonly number[];
  /** In bytes. */
  readonly large: readonly number[];
}

interface Header {
  readonly format: number;
  /** Which manual: the real path of its directory. */
  readonly root: string;
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

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

function bytesOf(array: Numbers): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGN) * ALIGN;
}

/** Writes an index of the manual in `root` to bytes. */
export function encodeIndex(root: string, state: IndexState): Uint8Array {
  const { files, dirs, skipped } = state.corpus;
  const names = new TextEncoder().encode(
    [...files, ...dirs].map((entry) => entry.path).join("\0"),
  );
  const body: Numbers[] = [
    Float64Array.from(files, (file) => file.mtimeMs),
    Float64Array.from(files, (file) => file.size),
    Float64Array.from(dirs, (dir) => dir.mtimeMs),
    names,
  ];
  const large: Uint8Array[] = [];
  for (const segment of state.segments) {
    segment.needAll();
    for (const name of SMALL) body.push(segment.columns[name]);
    for (const name of LARGE) {
      const bytes = bytesOf(segment.columns[name]);
      body.push(chunkSums(bytes));
      large.push(bytes);
    }
  }
  const packed = pack(body);
  const header: Header = {
    format: FORMAT,
    root,
    segments: state.segments.map(({ columns }) => ({
      small: SMALL.map((name) => columns[name].length),
      large: LARGE.map((name) => columns[name].byteLength),
    })),
    files: files.length,
    dirs: dirs.length,
    names: names.length,
    problems: [...state.problems],
    skipped,
    bodyLength: packed.length,
    bodyChecksum: checksum(packed),
  };
  return pack([frame(header), packed], large);
}

/** Arrays one after the other, each where its elements may begin; then bytes. */
function pack(
  arrays: readonly Numbers[],
  rest: readonly Uint8Array[] = [],
): Uint8Array {
  const length = arrays.reduce((sum, a) => sum + aligned(a.byteLength), 0);
  const more = rest.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length + more);
  let at = 0;
  for (const array of arrays) {
    bytes.set(bytesOf(array), at);
    at += aligned(array.byteLength);
  }
  for (const part of rest) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function frame(header: Header): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(PREFIX + text.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, text.length, true);
  view.setUint32(8, headerSum(text), true);
  bytes.set(text, PREFIX);
  return bytes;
}

function headerSum(text: Uint8Array): number {
  return parseInt(checksum(text).slice(0, 8), 16);
}

/** Reads an index from bytes, all of it; `undefined` if it is not one. */
export function decodeIndex(
  root: string,
  file: Uint8Array,
): IndexState | undefined {
  const source: ByteSource = {
    readSync(target, at): number {
      const part = file.subarray(at, at + target.length);
      target.set(part);
      return part.length;
    },
  };
  try {
    const state = openIndex(root, source);
    for (const segment of state?.segments ?? []) segment.needAll();
    return state;
  } catch (error) {
    if (error instanceof DamagedIndexError) return undefined;
    throw error;
  }
}

/**
 * Opens an index of the manual in `root`; `undefined` if it is not one. The
 * large columns stay where they are until they are needed.
 */
export function openIndex(
  root: string,
  source: ByteSource,
): IndexState | undefined {
  const prefix = readAt(source, 0, PREFIX);
  if (!prefix) return undefined;
  const view = new DataView(prefix.buffer);
  const length = view.getUint32(4, true);
  if (view.getUint32(0, true) !== MAGIC || length > MAX_HEADER) {
    return undefined;
  }
  const text = readAt(source, PREFIX, length);
  if (!text || headerSum(text) !== view.getUint32(8, true)) return undefined;
  const value: unknown = JSON.parse(new TextDecoder().decode(text));
  if (!isObject(value)) return undefined;
  // Its checksum fits, so this program wrote it; only the format may differ.
  const header = value as unknown as Header;
  if (header.format !== FORMAT || header.root !== root) return undefined;
  const start = aligned(PREFIX + length);
  const body = readAt(source, start, header.bodyLength);
  if (!body || checksum(body) !== header.bodyChecksum) return undefined;
  return readBody(header, body, { source, at: start + body.length });
}

function readAt(
  source: ByteSource,
  at: number,
  length: number,
): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  return source.readSync(bytes, at) === length ? bytes : undefined;
}

function readBody(
  header: Header,
  body: Uint8Array,
  large: { readonly source: ByteSource; at: number },
): IndexState {
  let at = 0;
  function take<T extends Numbers>(
    kind: {
      new (buffer: ArrayBufferLike, offset: number, length: number): T;
      readonly BYTES_PER_ELEMENT: number;
    },
    length: number,
  ): T {
    const array = new kind(body.buffer, body.byteOffset + at, length);
    at += aligned(length * kind.BYTES_PER_ELEMENT);
    return array;
  }
  function later(length: number): LazyBytes {
    const sums = take(Uint32Array, Math.ceil(length / CHUNK_BYTES));
    const offset = large.at;
    large.at += length;
    return new LazyBytes(large.source, { offset, length, sums });
  }
  const fileTimes = take(Float64Array, header.files);
  const fileSizes = take(Float64Array, header.files);
  const dirTimes = take(Float64Array, header.dirs);
  const names = new TextDecoder().decode(take(Uint8Array, header.names))
    .split("\0");
  const files: CorpusFile[] = [];
  for (let i = 0; i < header.files; i++) {
    const mtimeMs = fileTimes[i] ?? 0;
    files.push({ path: names[i] ?? "", mtimeMs, size: fileSizes[i] ?? 0 });
  }
  const dirs = Array.from(dirTimes, (mtimeMs, i) => ({
    path: names[header.files + i] ?? "",
    mtimeMs,
  }));
  const segments = header.segments.map((lengths) => {
    const small = SMALL.map((name, i) =>
      [
        name,
        take(COLUMNS[name] as typeof Uint8Array, lengths.small[i] ?? 0),
      ] as const
    );
    const [postings, tokens, titleBytes] = [0, 1, 2]
      .map((i) => later(lengths.large[i] ?? 0)) as [
        LazyBytes,
        LazyBytes,
        LazyBytes,
      ];
    return new Segment({
      ...Object.fromEntries(small) as unknown as Pick<
        SegmentColumns,
        SmallColumn
      >,
      postings: postings.bytes,
      tokens: new Uint16Array(tokens.bytes.buffer),
      titleBytes: titleBytes.bytes,
    }, { postings, tokens, titleBytes });
  });
  return {
    corpus: { files, dirs, skipped: header.skipped },
    problems: new Map(header.problems),
    segments,
  };
}
