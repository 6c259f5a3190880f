import assert from "node:assert/strict";
import type { Files } from "../../../src/runtime/runtime.ts";
import { ask, pathsFor, settle, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

Deno.test("a name that begins with a byte order mark keeps it, stored or not", async () => {
  const path = "\ufeffa.md";
  using root = makeManualRoot({ [`guide/${path}`]: "# Zebra\n" });
  settle(root.path);
  const cacheDir = `${root.path}/.cache`;
  const first = setUpFinder(root.path, { cacheDir });
  assert.deepEqual(await pathsFor(first, ask("zebra")), [path]);
  await first.settled();
  const read: string[] = [];
  const files: Files = {
    ...testFiles,
    readSync(file) {
      read.push(file);
      return testFiles.readSync(file);
    },
  };
  const second = setUpFinder(root.path, { cacheDir, files });
  assert.deepEqual(await pathsFor(second, ask("zebra")), [path]);
  assert.deepEqual(read.filter((file) => file.endsWith(".md")), []);
  Deno.removeSync(`${root.path}/guide/${path}`);
  for (const finder of [first, second]) {
    assert.deepEqual(await pathsFor(finder, ask("zebra")), []);
    await finder.settled();
  }
});
