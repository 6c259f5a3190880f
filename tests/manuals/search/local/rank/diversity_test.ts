import assert from "node:assert/strict";
import { spreadPaths } from "../../../../../src/manuals/search/local/rank/diversity.ts";
import { fuse } from "../../../../../src/manuals/search/local/rank/fusion.ts";
import { candidate } from "../../../../kit/candidates.ts";

Deno.test("spreadPaths() lowers each further section of a file", () => {
  const rows = fuse([{
    candidates: [
      candidate("a", 10, { line: 1 }),
      candidate("a", 9.8, { line: 2 }),
      candidate("b", 9.5),
      candidate("a", 9.4, { line: 3 }),
    ],
    weight: 1,
  }], { k: 60, alpha: 1 });
  const spread = spreadPaths(rows, 0.05);
  assert.deepEqual(spread.map((row) => row.path), [
    "a",
    "b",
    "a",
    "a",
  ]);
  assert.deepEqual(spread.map(({ penalty }) => penalty), [0, 0, 0.5, 1]);
});
