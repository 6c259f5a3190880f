import assert from "node:assert/strict";
import { list } from "../../src/text/show.ts";

Deno.test("list() joins words as a sentence does", () => {
  assert.equal(list([], "or"), "");
  assert.equal(list(["a"], "or"), "a");
  assert.equal(list(["a", "b"], "or"), "a or b");
  assert.equal(list(["a", "b", "c"], "and"), "a, b and c");
});
