import assert from "node:assert/strict";
import { cutoff } from "../../../../../src/manuals/search/local/rank/cutoff.ts";
import { candidate } from "../../../../kit/candidates.ts";

Deno.test("cutoff() cuts at the first row weak in score and in coverage", () => {
  const row = (score: number, coverage: number) =>
    candidate("a", score, { coverage });
  const strong = Array.from({ length: 10 }, () => row(10, 1));
  assert.equal(cutoff([...strong, row(2, 0.6), row(2, 0.4)]), 11);
  assert.equal(cutoff([...strong, row(3, 0.1)]), 11);
  assert.equal(cutoff(strong.slice(0, 3)), 3);
  const weak = Array.from({ length: 12 }, (_, i) => row(i === 0 ? 10 : 1, 0));
  assert.equal(cutoff(weak), 10, "the first ten are never cut off");
});
