import assert from "node:assert/strict";
import { decompose } from "../../../../../src/manuals/search/local/query/decompose.ts";

Deno.test("decompose() splits comparing questions only", () => {
  assert.deepEqual(decompose("PodとNodeの違い"), ["Pod", "Node"]);
  assert.deepEqual(decompose("Compare red vs blue"), ["red", "blue"]);
  assert.deepEqual(decompose("difference between a b and c?"), ["a b", "c"]);
  assert.deepEqual(decompose(" red\n ｖｓ　blue？"), ["red", "blue"]);
  assert.deepEqual(decompose("AとB"), []);
  assert.deepEqual(decompose("how to drain a node"), []);
});
