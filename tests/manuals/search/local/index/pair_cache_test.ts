import assert from "node:assert/strict";
import {
  hashPair,
  PairCache,
} from "../../../../../src/manuals/search/local/index/pair_cache.ts";

Deno.test("PairCache() knows the pairs that were added", () => {
  const cache = new PairCache();
  const keys = Array.from({ length: 5000 }, (_, i) => (i * 65537) >>> 0);
  keys.forEach((key, i) => cache.add(key, i));
  assert.deepEqual(keys.map((key) => cache.find(key)), [...keys.keys()]);
  assert.equal(cache.find(1), -1);
});

Deno.test("hashPair() spreads pairs under any seed but the one they were chosen for", () => {
  const mask = 0xffff;
  const chosen: number[] = [];
  for (let key = 0; chosen.length < 500; key++) {
    if ((hashPair(key, 7) & mask) < 4) chosen.push(key);
  }
  for (const seed of [0, 8, -1, 0x12345678]) {
    const slots = new Set(chosen.map((key) => hashPair(key, seed) & mask));
    assert.ok(slots.size > 450, `${slots.size} slots with seed ${seed}`);
  }
});
