import assert from "node:assert/strict";
import type { FileProblem } from "../../../../../src/manuals/library/corpus.ts";
import { filesToRetry } from "../../../../../src/manuals/search/local/index/retries.ts";
import { makeManualRoot, testFiles } from "../../../../kit/manual_root.ts";

Deno.test("filesToRetry() are those that can be read now", () => {
  using root = makeManualRoot({ "a.md": "1234", "b.md": "12345", "c.md": "1" });
  const problems = new Map<string, FileProblem>([
    ["a.md", "too_large"],
    ["b.md", "too_large"],
    ["c.md", "undecodable"],
    ["d.md", "vanished"],
  ]);
  const input = { files: testFiles, root: root.path, problems };
  assert.deepEqual(filesToRetry({ ...input, maxFileBytes: 4 }), ["a.md"]);
});
