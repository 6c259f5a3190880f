import assert from "node:assert/strict";
import type { FileProblem } from "../../../../../src/manuals/library/corpus.ts";
import {
  filesTooLarge,
  filesToRetry,
} from "../../../../../src/manuals/search/local/index/retries.ts";
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

Deno.test("filesTooLarge() are those that were indexed and are too large now", () => {
  const files = ["a", "b", "c"].map((name, i) => ({
    path: `${name}.md`,
    size: 4 + Math.min(i, 1),
    mtimeMs: 1,
    ctimeSec: 1,
  }));
  const problems = new Map<string, FileProblem>([["c.md", "unreadable"]]);
  const input = { files: testFiles, root: "/", problems, maxFileBytes: 4 };
  const corpus = { endings: ".md", files, dirs: [], skipped: [] };
  assert.deepEqual(filesTooLarge(corpus, input), ["b.md"]);
});
