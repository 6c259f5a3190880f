import assert from "node:assert/strict";
import { StringNumbers } from "../../../../../src/manuals/search/local/index/string_numbers.ts";

Deno.test("StringNumbers() numbers strings in the order in which they come", () => {
  const numbers = new StringNumbers();
  const texts = Array.from({ length: 5000 }, (_, i) => `${i * 31 % 5000}語`);
  assert.deepEqual(texts.map((text) => numbers.of(text)), [...texts.keys()]);
  assert.equal(numbers.size, texts.length);
  assert.deepEqual(numbers.names, texts);
  assert.equal(numbers.of(texts[7] ?? ""), 7);
  assert.equal(numbers.size, texts.length);
});

Deno.test("StringNumbers() keeps strings of one hash apart", () => {
  const numbers = new StringNumbers();
  // FNV-1a makes 0x5e4daa9d of both.
  const [first, second] = ["costarring", "liquid"];
  assert.equal(numbers.of(first), 0);
  assert.equal(numbers.has(second), false);
  assert.equal(numbers.of(second), 1);
  assert.equal(numbers.of(""), 2);
  assert.deepEqual([first, second, ""].map((text) => numbers.of(text)), [
    0,
    1,
    2,
  ]);
});
