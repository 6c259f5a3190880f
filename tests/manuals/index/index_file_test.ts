import assert from "node:assert/strict";
import { checksum } from "../../../src/manuals/index/checksum.ts";
import {
  decodeIndex,
  encodeIndex,
  type IndexState,
} from "../../../src/manuals/index/index_file.ts";
import { seededRandom } from "../../helpers/random.ts";
import { segmentOf } from "../../helpers/segments.ts";

function state(): IndexState {
  return {
    corpus: {
      files: [{ path: "a.md", size: 3, mtimeMs: 1.5 }],
      dirs: [{ path: "", mtimeMs: 2 }],
      skipped: [],
    },
    problems: new Map([["big.md", "too_large"]]),
    segments: [segmentOf({ "a.md": "題\n本文の text" })],
  };
}

Deno.test("decodeIndex() gives back what encodeIndex() was given", () => {
  const before = state();
  const after = decodeIndex("/m", encodeIndex("/m", before));
  assert.deepEqual(after?.corpus, before.corpus);
  assert.deepEqual(after?.problems, before.problems);
  assert.deepEqual(
    after?.segments[0]?.columns,
    before.segments[0]?.columns,
  );
});

Deno.test("decodeIndex() ignores an index of another manual", () => {
  assert.equal(decodeIndex("/n", encodeIndex("/m", state())), undefined);
});

Deno.test("decodeIndex() ignores a truncated file at every length", () => {
  const bytes = encodeIndex("/m", state());
  for (let length = 0; length < bytes.length; length++) {
    assert.equal(decodeIndex("/m", bytes.slice(0, length)), undefined);
  }
});

Deno.test("decodeIndex() ignores a file with any one bit flipped", () => {
  const bytes = encodeIndex("/m", state());
  const random = seededRandom(3);
  const header = 12 + new DataView(bytes.buffer).getUint32(4, true);
  const body = Math.ceil(header / 8) * 8;
  for (let round = 0; round < 3000; round++) {
    const damaged = bytes.slice();
    const at = random(bytes.length);
    // Between header and body there is nothing.
    if (at >= header && at < body) continue;
    damaged[at] = (damaged[at] ?? 0) ^ (1 << random(8));
    assert.equal(decodeIndex("/m", damaged), undefined, `byte ${at}`);
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
});
