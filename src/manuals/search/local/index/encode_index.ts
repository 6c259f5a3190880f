import { CorpusTable } from "../../../library/corpus_table.ts";
import { checksum } from "./checksum.ts";
import {
  aligned,
  bytesOf,
  FORMAT,
  type Header,
  headerSum,
  type IndexState,
  LARGE,
  MAGIC,
  type Numbers,
  PREFIX,
  SMALL,
} from "./index_file.ts";
import { chunkSums } from "./lazy_bytes.ts";

/**
 * An index as the pieces of its file, in order. The large ones are the columns
 * themselves: joining them would need the memory of a second index. Where the
 * manual lies is not part of it: it may serve elsewhere.
 */
export function encodeIndex(state: IndexState): Uint8Array[] {
  const corpus = CorpusTable.columnsOf(state.corpus);
  const names = new TextEncoder().encode(corpus.paths.join("\0"));
  const body: Numbers[] = [
    corpus.fileTimes,
    corpus.fileChanges,
    corpus.fileInodes,
    corpus.fileSizes,
    corpus.fileHashes,
    corpus.dirTimes,
    corpus.dirChanges,
    corpus.dirInodes,
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
    endings: corpus.endings,
    segments: state.segments.map(({ columns, liveTokens }) => ({
      small: SMALL.map((name) => columns[name].length),
      large: LARGE.map((name) => columns[name].byteLength),
      ownTokens: liveTokens,
    })),
    files: corpus.fileTimes.length,
    dirs: corpus.dirTimes.length,
    names: names.length,
    problems: [...state.problems],
    skipped: corpus.skipped,
    bodyLength: packed.length,
    bodyChecksum: checksum(packed),
  };
  return [pack([frame(header)]), packed, ...large];
}

/** Arrays one after the other, each where its elements may begin. */
function pack(arrays: readonly Numbers[]): Uint8Array {
  const length = arrays.reduce((sum, a) => sum + aligned(a.byteLength), 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const array of arrays) {
    bytes.set(bytesOf(array), at);
    at += aligned(array.byteLength);
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
