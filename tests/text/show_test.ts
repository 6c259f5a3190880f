import assert from "node:assert/strict";
import { list, round } from "../../src/text/show.ts";

Deno.test("list() joins words as a sentence does", () => {
  assert.equal(list([], "or"), "");
  assert.equal(list(["a"], "or"), "a");
  assert.equal(list(["a", "b"], "or"), "a or b");
  assert.equal(list(["a", "b", "c"], "and"), "a, b and c");
});

Deno.test("round() keeps four decimals, or as many as it is told", () => {
  assert.equal(round(2 / 3), 0.6667);
  assert.equal(round(12.345, 1), 12.3);
  assert.equal(round(7), 7);
});
