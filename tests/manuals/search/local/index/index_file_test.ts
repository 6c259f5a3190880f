import assert from "node:assert/strict";
import { checksum } from "../../../../../src/manuals/search/local/index/checksum.ts";
import { encodeIndex } from "../../../../../src/manuals/search/local/index/encode_index.ts";
import {
  headerSum,
  type IndexState,
  PREFIX,
} from "../../../../../src/manuals/search/local/index/index_file.ts";
import {
  CHUNK_BYTES,
  chunkSums,
  DamagedIndexError,
  LazyBytes,
} from "../../../../../src/manuals/search/local/index/lazy_bytes.ts";
import {
  decodeIndex,
  openIndex,
} from "../../../../../src/manuals/search/local/index/open_index.ts";
import { seededRandom } from "../../../../kit/random.ts";
import { segmentOf } from "../../../../kit/segments.ts";

function state(): IndexState {
  return {
    corpus: {
      files: [{
        path: "a.md",
        size: 3,
        mtimeMs: 1.5,
        ctimeSec: 7,
        ino: 3,
        hash: 2 ** 53 - 1,
      }],
      dirs: [{ path: "", mtimeMs: 2, ctimeSec: 8, ino: 2 }],
      skipped: [],
      endings: ".md .json",
    },
    problems: new Map([["big.md", "too_large"]]),
    segments: [segmentOf({ "a.md": "題\n本文の text" })],
  };
}

/** The file that the pieces make. */
function encoded(index: IndexState): Uint8Array {
  return joined(encodeIndex(index));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

Deno.test("decodeIndex() gives back what encodeIndex() was given", () => {
  const before = state();
  const after = decodeIndex(encoded(before));
  const { endings, files, dirs, skipped } = after?.corpus ?? {};
  assert.deepEqual({ endings, files, dirs, skipped }, before.corpus);
  assert.deepEqual(after?.problems, before.problems);
  assert.deepEqual(
    after?.segments[0]?.columns,
    before.segments[0]?.columns,
  );
});

Deno.test("decodeIndex() ignores an index of another format", () => {
  const [head = new Uint8Array(), ...rest] = encodeIndex(state());
  const view = new DataView(head.buffer);
  const text = head.subarray(PREFIX, PREFIX + view.getUint32(4, true));
  const header = new TextDecoder().decode(text);
  // As long as the real one.
  const other = header.replace(
    /(?<="format":)\d/,
    (d) => d === "1" ? "2" : "1",
  );
  assert.notEqual(other, header);
  text.set(new TextEncoder().encode(other));
  view.setUint32(8, headerSum(text), true);
  assert.equal(decodeIndex(joined([head, ...rest])), undefined);
});

Deno.test("decodeIndex() ignores a truncated file at every length", () => {
  const bytes = encoded(state());
  for (let length = 0; length < bytes.length; length++) {
    assert.equal(decodeIndex(bytes.slice(0, length)), undefined);
  }
});

Deno.test("decodeIndex() ignores a file with any one bit flipped", () => {
  const bytes = encoded(state());
  const random = seededRandom(3);
  const header = 12 + new DataView(bytes.buffer).getUint32(4, true);
  const body = Math.ceil(header / 8) * 8;
  for (let round = 0; round < 3000; round++) {
    const damaged = bytes.slice();
    const at = random(bytes.length);
    // Between header and body there is nothing.
    if (at >= header && at < body) continue;
    damaged[at] = (damaged[at] ?? 0) ^ (1 << random(8));
    assert.equal(decodeIndex(damaged), undefined, `byte ${at}`);
  }
});

Deno.test("checksum() notices every flipped bit, a swap and another length", () => {
  const bytes = Uint8Array.from({ length: 37 }, (_, i) => i);
  const sum = checksum(bytes);
  for (let bit = 0; bit < 37 * 8; bit++) {
    const flipped = bytes.slice();
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.notEqual(checksum(flipped), sum, `bit ${bit}`);
  }
  const swapped = bytes.slice();
  swapped.set(bytes.subarray(4, 8), 0);
  swapped.set(bytes.subarray(0, 4), 4);
  assert.notEqual(checksum(swapped), sum);
  assert.notEqual(checksum(bytes.subarray(0, 36)), sum);
  assert.notEqual(checksum(new Uint8Array(8)), checksum(new Uint8Array(4)));
});

/** An index of some 60 KiB, as an open file that notes what is read. */
function openLarge(): { index: IndexState; bytes: Uint8Array; read: number[] } {
  const words = Array.from({ length: 400 }, (_, i) => `word${i % 90}`);
  const texts = Array.from({ length: 60 }, (_, i) =>
    [
      `${i}.md`,
      `t\n${words.slice(i).join(" ")}`,
    ] as const);
  const bytes = encoded({
    ...state(),
    segments: [segmentOf(Object.fromEntries(texts))],
  });
  const read: number[] = [];
  const index = openIndex({
    readSync(target, at): number {
      target.set(bytes.subarray(at, at + target.length));
      read.push(target.length);
      return target.length;
    },
  });
  assert.ok(index);
  return { index, bytes, read };
}

Deno.test("openIndex() reads the tokens of a section when they are needed", () => {
  const { index, read } = openLarge();
  const [segment] = index.segments;
  assert.ok(segment);
  const { tokens, tokenStart } = segment.columns;
  const range = (): Uint16Array =>
    tokens.subarray(tokenStart[30], tokenStart[31]);
  assert.equal(range().some((token) => token !== 0), false);
  read.length = 0;
  segment.needTokens(30);
  assert.equal(range().some((token) => token !== 0), true);
  assert.equal(read.every((length) => length <= 8192), true);
  read.length = 0;
  segment.needTokens(30);
  assert.deepEqual(read, []);
});

Deno.test("openIndex() notices damage where it is needed, not before", () => {
  const { index, bytes } = openLarge();
  const [segment] = index.segments;
  assert.ok(segment);
  const { columns } = segment;
  const tokensAt = bytes.length - columns.titleBytes.length -
    columns.tokens.byteLength;
  bytes[tokensAt] = (bytes[tokensAt] ?? 0) ^ 1;
  segment.needTokens(59);
  assert.throws(() => segment.needTokens(0), DamagedIndexError);
});

Deno.test("LazyBytes() reads the chunks that a range touches, each once", () => {
  const bytes = Uint8Array.from({ length: 3 * CHUNK_BYTES }, (_, i) => i % 251);
  const read: number[][] = [];
  const source = {
    readSync(target: Uint8Array, at: number): number {
      read.push([at / CHUNK_BYTES, target.length / CHUNK_BYTES]);
      target.set(bytes.subarray(at, at + target.length));
      return target.length;
    },
  };
  const { length } = bytes;
  const sums = chunkSums(bytes);
  const lazy = new LazyBytes(source, { offset: 0, length, sums });
  lazy.need(CHUNK_BYTES, 2 * CHUNK_BYTES);
  lazy.need(2 * CHUNK_BYTES - 1, 2 * CHUNK_BYTES);
  lazy.need(5, 5);
  assert.deepEqual(read, [[1, 1]]);
  lazy.need(0, length);
  assert.deepEqual(read, [[1, 1], [0, 1], [2, 1]]);
  assert.deepEqual(lazy.bytes, bytes);
});
