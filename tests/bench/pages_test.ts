import assert from "node:assert/strict";
import { folderEach } from "../../scripts/bench/manuals/pages.ts";

Deno.test("folderEach() gives every page a folder that no other has", () => {
  const paths = ["a.md", "a/index.md", "a/b.json", "c.d/e.f.md"];
  const spread = folderEach(paths.map((path) => ({ path, text: path })));
  assert.deepEqual(spread, [
    { path: "a/index.md", text: "a.md" },
    { path: "a/index/index.md", text: "a/index.md" },
    { path: "a/b/index.json", text: "a/b.json" },
    { path: "c.d/e.f/index.md", text: "c.d/e.f.md" },
  ]);
});
