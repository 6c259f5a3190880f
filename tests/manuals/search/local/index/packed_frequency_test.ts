import assert from "node:assert/strict";
import {
  addBody,
  addContext,
  addTitle,
  frequencyWeights,
  isOwn,
} from "../../../../../src/manuals/search/local/index/packed_frequency.ts";

Deno.test("a packed frequency stops at what its field can count", () => {
  const many = (add: (packed: number) => number): number => {
    let packed = 0;
    for (let i = 0; i < 20; i++) packed = add(packed);
    return packed;
  };
  assert.equal(many(addBody), 15);
  assert.equal(many(addTitle), 3 << 4);
  assert.equal(many(addContext), 3 << 6);
  const all = many((packed) => addBody(addTitle(addContext(packed))));
  assert.equal(all, 255);
  assert.equal(frequencyWeights(10, 100)[all], 15 + 30 + 300);
});

Deno.test("isOwn() is true of body and title, not of the context", () => {
  assert.deepEqual([0, 1, 16, 64, 65].map(isOwn), [
    false,
    true,
    true,
    false,
    true,
  ]);
});
