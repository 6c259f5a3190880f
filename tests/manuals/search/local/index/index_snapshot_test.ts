import assert from "node:assert/strict";
import type { FileProblem } from "../../../../../src/manuals/library/corpus.ts";
import { unscannedFiles } from "../../../../../src/manuals/search/local/index/index_snapshot.ts";

Deno.test("unscannedFiles() tells first what there was no time for", () => {
  const state = { size: 1, mtimeMs: 1, ctimeSec: 1, ino: 1 };
  const problems = new Map<string, FileProblem>([["a.md", "undecodable"]]);
  const corpus = {
    ...{ endings: ".md", files: [], dirs: [] },
    skipped: [{ path: "closed", reason: "unreadable" } as const],
  };
  const found = unscannedFiles(corpus, problems, [{ path: "z.md", ...state }]);
  assert.deepEqual(found, [
    { path: "z.md", reason: "time_budget" },
    { path: "closed", reason: "unreadable" },
    { path: "a.md", reason: "undecodable" },
  ]);
});
