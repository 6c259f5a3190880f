import assert from "node:assert/strict";
import { jaccard } from "../../../src/manuals/find/semantic_cache.ts";

Deno.test("jaccard() is shared over all", () => {
  const b = new Map([["y", 1], ["z", 1]]);
  assert.equal(jaccard(new Set(["x", "y"]), b), 1 / 3);
  assert.equal(jaccard(new Set(), new Map()), 0);
});
