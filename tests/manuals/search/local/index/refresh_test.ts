import assert from "node:assert/strict";
import type { Files } from "../../../../../src/runtime/runtime.ts";
import { age, ask, settle, setUpFinder } from "../../../../kit/find_setup.ts";
import { makeManualRoot, testFiles } from "../../../../kit/manual_root.ts";

Deno.test("a file whose size and time were set back is read again, alone", async () => {
  using root = makeManualRoot({
    "guide/a.md": "alpha\n",
    "guide/b.md": "beta",
  });
  settle(root.path);
  const changed = `${root.path}/guide/a.md`;
  Deno.utimeSync(changed, 1, 1);
  const reads: string[] = [];
  let later = 0;
  const files: Files = {
    ...testFiles,
    lstatSync(path) {
      const stat = testFiles.lstatSync(path);
      const added = path === changed ? later : 0;
      return stat && { ...stat, ctimeSec: stat.ctimeSec + added };
    },
    readSync(path) {
      if (path.endsWith(".md")) reads.push(path);
      return testFiles.readSync(path);
    },
  };
  const cacheDir = `${root.path}/.cache`;
  const first = setUpFinder(root.path, { files, cacheDir });
  await first.find(ask("alpha"));
  await first.settled();
  root.write("guide/a.md", "gamma\n");
  Deno.utimeSync(changed, 1, 1);
  later = 1;
  // One knows of the first state from the stored index, the other by itself.
  for (
    const finder of [
      setUpFinder(root.path, { files, cacheDir }),
      first,
    ]
  ) {
    reads.length = 0;
    const { summary } = await finder.find(ask("gamma"));
    await finder.settled();
    assert.equal(summary.candidates, 1);
    assert.deepEqual(reads, [changed]);
  }
});

Deno.test("a file of another kind makes one search list its directory, not all", async () => {
  using root = makeManualRoot({
    "guide/a.md": "alpha\n",
    "guide/sub/b.md": "",
  });
  settle(root.path);
  let lists = 0;
  const files: Files = {
    ...testFiles,
    listSync(path) {
      lists++;
      return testFiles.listSync(path);
    },
  };
  const finder = setUpFinder(root.path, { files });
  await finder.find(ask("alpha"));
  root.write("guide/notes.log", "no manual's");
  age(`${root.path}/guide`, 50);
  const counts: number[] = [];
  for (let i = 0; i < 3; i++) {
    lists = 0;
    const { applied } = await finder.find(ask("alpha"));
    counts.push(lists);
    assert.equal(applied.sem_cache_mode, "exact", "nothing has changed");
  }
  assert.deepEqual(counts, [1, 0, 0]);
});
