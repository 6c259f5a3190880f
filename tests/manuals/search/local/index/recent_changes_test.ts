import assert from "node:assert/strict";
import {
  unlessRacy,
  withoutRaces,
} from "../../../../../src/manuals/search/local/index/recent_changes.ts";
import { age, ask, settle, setUpFinder } from "../../../../kit/find_setup.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";

Deno.test("unlessRacy() trusts no time about that of the walk", () => {
  const trusted = (mtimeMs: number): boolean =>
    unlessRacy({ mtimeMs }, { began: 10_000, ended: 20_000 }).mtimeMs ===
      mtimeMs;
  assert.deepEqual(
    [9000, 9950, 15_000, 20_000, 21_000].map(trusted),
    [true, false, false, false, true],
  );
});

Deno.test("withoutRaces() trusts neither files nor directories of that time", () => {
  const entries = [5, 500]
    .map((mtimeMs) => ({
      path: `${mtimeMs}`,
      size: 1,
      mtimeMs,
      ctimeSec: 0,
      ino: 0,
    }));
  const corpus = { endings: ".md", files: entries, dirs: entries, skipped: [] };
  const { files, dirs } = withoutRaces(corpus, { began: 490, ended: 510 });
  for (const left of [files, dirs]) {
    assert.deepEqual(left.map(({ mtimeMs }) => mtimeMs), [5, -1]);
  }
});

Deno.test("files that are dated in the future are read once", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\n", "guide/b/c.md": "" });
  settle(root.path);
  age(`${root.path}/guide/a.md`, -86_400);
  age(`${root.path}/guide/b`, -86_400);
  const finder = setUpFinder(root.path);
  await finder.find(ask("a"));
  const { applied } = await finder.find(ask("a"));
  assert.equal(applied.sem_cache_mode, "exact");
});
