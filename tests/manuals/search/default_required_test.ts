import assert from "node:assert/strict";
import {
  defaultRequiredTerms,
  tellSubject,
} from "../../../src/manuals/search/default_required.ts";

Deno.test("defaultRequiredTerms() takes the two longest runs, earlier first", () => {
  assert.deepEqual(defaultRequiredTerms("ノードの健康状態を監視"), [
    "健康状態",
    "ノード",
  ]);
  assert.deepEqual(defaultRequiredTerms("aa bb"), ["aa", "bb"]);
  assert.deepEqual(defaultRequiredTerms("node node"), ["node"]);
  assert.deepEqual(defaultRequiredTerms("どうやるの"), ["どうやるの"]);
});

Deno.test("tellSubject() trusts what somebody chose, not the length of English words", () => {
  const story = "Yesterday our administrator left. How do taints work?";
  assert.equal(tellSubject(story, ["taints"]), true);
  assert.equal(tellSubject(story, ["taints", "work"]), true);
  const short = ["certificates", "rotate"];
  assert.equal(tellSubject("rotate certificates", short), true);
  assert.equal(tellSubject(story, ["administrator", "yesterday"]), false);
  assert.equal(
    tellSubject("ノードの健康状態を監視", ["健康状態", "ノード"]),
    true,
  );
});
