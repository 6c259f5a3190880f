import assert from "node:assert/strict";
import { hashContent } from "../../../../../src/manuals/search/local/index/content_hash.ts";
import { seededRandom } from "../../../../kit/random.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

Deno.test("hashContent() tells texts apart that sums of their words do not", () => {
  const hashes = new Set<number>();
  const texts: string[] = [];
  for (let i = 0; i < 5000; i++) texts.push(`/manuals/project/v${i}`);
  for (let i = 0; i < 100; i++) texts.push("\0".repeat(i), "ab".repeat(i));
  for (const text of texts) hashes.add(hashContent(encode(text)));
  assert.equal(hashes.size, new Set(texts).size);
});

Deno.test("hashContent() depends on every bit, on their order, and on nothing else", () => {
  const random = seededRandom(1);
  const bytes = Uint8Array.from({ length: 103 }, () => random(256));
  const whole = hashContent(bytes);
  const seen = new Set([whole]);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const other = bytes.slice();
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    seen.add(hashContent(other));
  }
  assert.equal(seen.size, bytes.length * 8 + 1);
  assert.notEqual(hashContent(bytes.slice().reverse()), whole);
  // Wherever in memory it lies.
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  assert.equal(hashContent(shifted.subarray(3)), whole);
});

Deno.test("hashContent() is a whole number that a column can hold, never 0", () => {
  for (let i = 0; i < 2000; i++) {
    const hash = hashContent(encode(String(i)));
    assert.ok(Number.isSafeInteger(hash) && hash > 0, String(hash));
  }
  assert.notEqual(hashContent(new Uint8Array()), 0);
});
