import assert from "node:assert/strict";
import { defaultRequiredTerms } from "../../../src/manuals/find/default_required.ts";

Deno.test("defaultRequiredTerms() takes the two longest runs, earlier first", () => {
  assert.deepEqual(defaultRequiredTerms("ノードの健康状態を監視"), [
    "健康状態",
    "ノード",
  ]);
  assert.deepEqual(defaultRequiredTerms("aa bb"), ["aa", "bb"]);
  assert.deepEqual(defaultRequiredTerms("node node"), ["node"]);
  assert.deepEqual(defaultRequiredTerms("どうやるの"), ["どうやるの"]);
});
