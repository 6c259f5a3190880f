/**
 * An index as one file: a magic word, a JSON header that says where everything
 * is, and the columns as they are in memory. Reading it makes views, not
 * copies. Anything unexpected makes it worthless, never an error: the index is
 * then built again.
 *
 * @module
 */
import type { Corpus, CorpusFile, FileProblem } from "../corpus.ts";
import { isObject } from "../../schema/value.ts";
import { checksum } from "./checksum.ts";
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
const FORMAT = 1;
const MAGIC = 0x314d524f;
const ALIGN = 8;

const COLUMNS = {
  tokenChars: Uint16Array,
  charStart: Uint32Array,
  tokenKinds: Uint8Array,
  tokenOrder: Uint16Array,
  pairs: Uint32Array,
  listSections: Uint16Array,
  listStart: Uint32Array,
  postings: Uint8Array,
  tokens: Uint16Array,
  tokenStart: Uint32Array,
  titleTokens: Uint8Array,
  contextTokens: Uint8Array,
  sectionFile: Uint16Array,
  sectionLine: Uint32Array,
  titleBytes: Uint8Array,
  titleStart: Uint32Array,
  pathBytes: Uint8Array,
  pathStart: Uint32Array,
} as const satisfies Record<keyof SegmentColumns, unknown>;

const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof SegmentColumns)[];

interface Header {
  readonly format: number;
  /** Which manual: the real path of its directory. */
  readonly root: string;
  /** Lengths in elements of the columns of each segment. */
  readonly segments: readonly (readonly number[])[];
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
  const arrays: Numbers[] = [
    Float64Array.from(files, (file) => file.mtimeMs),
    Float64Array.from(files, (file) => file.size),
    Float64Array.from(dirs, (dir) => dir.mtimeMs),
    names,
  ];
  for (const { columns } of state.segments) {
    for (const name of COLUMN_NAMES) arrays.push(columns[name]);
  }
  const bodyLength = arrays.reduce((sum, a) => sum + aligned(a.byteLength), 0);
  const body = new Uint8Array(bodyLength);
  let at = 0;
  for (const array of arrays) {
    body.set(bytesOf(array), at);
    at += aligned(array.byteLength);
  }
  const header: Header = {
    format: FORMAT,
    root,
    segments: state.segments.map(({ columns }) =>
      COLUMN_NAMES.map((name) => columns[name].length)
    ),
    files: files.length,
    dirs: dirs.length,
    names: names.length,
    problems: [...state.problems],
    skipped,
    bodyLength,
    bodyChecksum: checksum(body),
  };
  return frame(header, body);
}

function frame(header: Header, body: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = aligned(12 + text.length);
  const file = new Uint8Array(start + body.length);
  const view = new DataView(file.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, text.length, true);
  view.setUint32(8, parseInt(checksum(text).slice(0, 8), 16), true);
  file.set(text, 12);
  file.set(body, start);
  return file;
}

/** Reads an index of the manual in `root`; `undefined` if it is not one. */
export function decodeIndex(
  root: string,
  file: Uint8Array,
): IndexState | undefined {
  // Typed arrays want their alignment: a pooled buffer may not have it.
  const bytes = file.byteOffset % ALIGN === 0 ? file : file.slice();
  const header = readHeader(bytes);
  if (!header || header.format !== FORMAT || header.root !== root) {
    return undefined;
  }
  const start = aligned(12 + headerLength(bytes));
  const body = bytes.subarray(start);
  if (
    body.length !== header.bodyLength || checksum(body) !== header.bodyChecksum
  ) return undefined;
  return readBody(header, body);
}

function headerLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
}

function readHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.length < 12) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = headerLength(bytes);
  if (view.getUint32(0, true) !== MAGIC || 12 + length > bytes.length) {
    return undefined;
  }
  const text = bytes.slice(12, 12 + length);
  const sum = parseInt(checksum(text).slice(0, 8), 16);
  if (sum !== view.getUint32(8, true)) return undefined;
  const header: unknown = JSON.parse(new TextDecoder().decode(text));
  // Its checksum fits, so this program wrote it; only the format may differ.
  return isObject(header) ? header as unknown as Header : undefined;
}

function readBody(header: Header, body: Uint8Array): IndexState {
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
    const columns = COLUMN_NAMES.map((name, i) =>
      [name, take(COLUMNS[name] as typeof Uint8Array, lengths[i] ?? 0)] as const
    );
    return new Segment(
      Object.fromEntries(columns) as unknown as SegmentColumns,
    );
  });
  return {
    corpus: { files, dirs, skipped: header.skipped },
    problems: new Map(header.problems),
    segments,
  };
}
