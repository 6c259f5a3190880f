import { isObject } from "../../../../schema/value.ts";
import { CorpusTable } from "../../../library/corpus_table.ts";
import { checksum } from "./checksum.ts";
import {
  aligned,
  COLUMNS,
  FORMAT,
  type Header,
  headerSum,
  type IndexState,
  MAGIC,
  MAX_HEADER,
  type Numbers,
  PREFIX,
  SMALL,
  type SmallColumn,
} from "./index_file.ts";
import {
  type ByteSource,
  CHUNK_BYTES,
  DamagedIndexError,
  LazyBytes,
} from "./lazy_bytes.ts";
import { Segment, type SegmentColumns } from "./segment.ts";

/** Reads an index from bytes, all of it; `undefined` if it is not one. */
export function decodeIndex(file: Uint8Array): IndexState | undefined {
  const source: ByteSource = {
    readSync(target, at): number {
      const part = file.subarray(at, at + target.length);
      target.set(part);
      return part.length;
    },
  };
  try {
    const state = openIndex(source);
    for (const segment of state?.segments ?? []) segment.needAll();
    return state;
  } catch (error) {
    if (error instanceof DamagedIndexError) return undefined;
    throw error;
  }
}

/**
 * Opens an index; `undefined` if it is not one. The large columns stay where
 * they are until they are needed.
 */
export function openIndex(source: ByteSource): IndexState | undefined {
  const opening = readHeader(source);
  if (!opening) return undefined;
  const { header, start } = opening;
  if (header.format !== FORMAT) return undefined;
  const body = readAt(source, start, header.bodyLength);
  if (!body || checksum(body) !== header.bodyChecksum) return undefined;
  return readBody(header, body, { source, at: start + body.length });
}

interface Opening {
  readonly header: Header;
  /** Where what follows begins. */
  readonly start: number;
}

function readHeader(source: ByteSource): Opening | undefined {
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
  return { header, start: aligned(PREFIX + length) };
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
  const ofFiles = (): Float64Array => take(Float64Array, header.files);
  const ofDirs = (): Float64Array => take(Float64Array, header.dirs);
  // Taken in the order of the file.
  const columns = {
    fileTimes: ofFiles(),
    fileChanges: ofFiles(),
    fileInodes: ofFiles(),
    fileSizes: ofFiles(),
    fileHashes: ofFiles(),
    dirTimes: ofDirs(),
    dirChanges: ofDirs(),
    dirInodes: ofDirs(),
  };
  const names = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(take(Uint8Array, header.names));
  const corpus = new CorpusTable({
    ...columns,
    endings: header.endings,
    paths: names.split("\0"),
    skipped: header.skipped,
  });
  const segments = header.segments.map((lengths) => {
    const small = SMALL.map((name, i) =>
      [
        name,
        take(COLUMNS[name] as typeof Uint8Array, lengths.small[i] ?? 0),
      ] as const
    );
    const [postingBytes = 0, tokenBytes = 0, titleLength = 0] = lengths.large;
    // In the order of `LARGE`: each begins where the one before ends.
    const postings = later(postingBytes);
    const tokens = later(tokenBytes);
    const titleBytes = later(titleLength);
    return new Segment({
      ...Object.fromEntries(small) as unknown as Pick<
        SegmentColumns,
        SmallColumn
      >,
      postings: postings.bytes,
      tokens: new Uint16Array(tokens.bytes.buffer),
      titleBytes: titleBytes.bytes,
    }, {
      lazy: { postings, tokens, titleBytes },
      ownTokens: lengths.ownTokens,
    });
  });
  return {
    corpus,
    problems: new Map(header.problems),
    segments,
  };
}
