import assert from "node:assert/strict";
import { walkManual } from "../../../src/manuals/library/corpus.ts";
import { refreshCorpus } from "../../../src/manuals/library/refresh_corpus.ts";
import { FileError, type Files } from "../../../src/runtime/runtime.ts";
import { MemoryFiles } from "../../kit/memory_files.ts";
import { seededRandom } from "../../kit/random.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

/** Files that count how often they are asked what. */
function counting(
  files: Files,
): { files: Files; stats: number; lists: string[] } {
  const counted = {
    stats: 0,
    lists: [] as string[],
    files: {
      ...files,
      lstatSync(path: string): ReturnType<Files["lstatSync"]> {
        counted.stats++;
        return files.lstatSync(path);
      },
      listSync(path: string): ReturnType<Files["listSync"]> {
        counted.lists.push(path);
        return files.listSync(path);
      },
    },
  };
  return counted;
}

function manyFiles(): Record<string, string> {
  const names = Array.from({ length: 200 }, (_, i) => `d${i % 20}/${i}.md`);
  return Object.fromEntries(names.map((name) => [name, "text"]));
}

Deno.test("refreshCorpus() asks about a changed file once more, and lists nothing", async () => {
  using root = makeManualRoot(manyFiles());
  const known = await walkManual(testFiles, root.path);
  Deno.utimeSync(`${root.path}/d3/3.md`, 1, 1);
  const counted = counting(testFiles);
  const fresh = await refreshCorpus(counted.files, root.path, known);
  assert.deepEqual(counted.lists, []);
  assert.equal(counted.stats, known.files.length + known.dirs.length + 1);
  assert.deepEqual(fresh, await walkManual(testFiles, root.path));
});

Deno.test("refreshCorpus() lists a directory with a new file, and no other", async () => {
  using root = makeManualRoot(manyFiles());
  const known = await walkManual(testFiles, root.path);
  root.write("d3/new.md", "text");
  Deno.utimeSync(`${root.path}/d3`, 5, 5);
  const counted = counting(testFiles);
  const fresh = await refreshCorpus(counted.files, root.path, known);
  assert.deepEqual(counted.lists, [`${root.path}/d3`]);
  const sweep = known.files.length + known.dirs.length;
  assert.ok(counted.stats <= sweep + 12, `${counted.stats} for ${sweep}`);
  assert.deepEqual(fresh, await walkManual(testFiles, root.path));
});

Deno.test("refreshCorpus() sees trees of equal sizes and times exchanged within a second", async () => {
  using root = makeManualRoot({
    "guide/a.md": "one",
    "guide/sub/b.md": "one",
    "other/a.md": "two",
    "other/sub/b.md": "two",
  });
  for (const tree of ["guide", "other"]) {
    for (const path of ["a.md", "sub/b.md", "sub", ""]) {
      Deno.utimeSync(`${root.path}/${tree}/${path}`, 7, 7);
    }
  }
  // As if all of this happened within one second.
  const files: Files = {
    ...testFiles,
    lstatSync(path) {
      const stat = testFiles.lstatSync(path);
      return stat && { ...stat, ctimeSec: 1 };
    },
  };
  const place = `${root.path}/guide`;
  const known = await walkManual(files, place);
  Deno.renameSync(place, `${root.path}/aside`);
  Deno.renameSync(`${root.path}/other`, place);
  const fresh = await refreshCorpus(files, place, known);
  assert.deepEqual(
    fresh.files.filter((file, i) => file.ino !== known.files[i]?.ino).length,
    2,
  );
});

Deno.test("refreshCorpus() lists again a directory that could not be listed, alone", async () => {
  using root = makeManualRoot({
    "a/x.md": "",
    "a/locked/y.md": "",
    "b/z.md": "",
  });
  const locked: Files = {
    ...testFiles,
    listSync(path) {
      if (path.endsWith("locked")) throw new FileError("denied", path, "no");
      return testFiles.listSync(path);
    },
  };
  const known = await walkManual(locked, root.path);
  assert.deepEqual(
    await refreshCorpus(locked, root.path, known),
    known,
    "still locked",
  );
  const counted = counting(testFiles);
  const fresh = await refreshCorpus(counted.files, root.path, known);
  assert.deepEqual(
    counted.lists,
    [`${root.path}/a`, `${root.path}/a/locked`],
  );
  assert.deepEqual(fresh, await walkManual(testFiles, root.path));
});

const DIRS = ["", "a", "a/b", "a/b/c", "d", "d/e"];

/** Does something to a tree; may fail where something is in the way. */
function change(files: MemoryFiles, random: (below: number) => number): void {
  const place = (): string => `/m/${DIRS[random(DIRS.length)]}`;
  const from = place();
  files.now += 1 + random(3);
  switch (random(5)) {
    case 0:
    case 1:
      return files.write(`${from}/${random(4)}.md`, "x".repeat(random(3)));
    case 2:
      return files.delete(`${from}/${random(4)}.md`);
    case 3:
      return from === "/m/" ? undefined : files.delete(from);
    default:
      return files.write(`${from}/${random(4)}.bin`, "");
  }
}

Deno.test("refreshCorpus() finds what a walk finds, whatever happened", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed);
    const files = new MemoryFiles();
    files.write("/m/0.md", "x");
    for (let i = 0; i < 10; i++) change(files, random);
    let known = await walkManual(files, "/m");
    for (let round = 0; round < 5; round++) {
      for (let i = random(4); i >= 0; i--) change(files, random);
      const walked = await walkManual(files, "/m");
      known = await refreshCorpus(files, "/m", known);
      assert.deepEqual(known, walked, `seed ${seed}, round ${round}`);
    }
  }
});
