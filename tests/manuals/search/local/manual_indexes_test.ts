import assert from "node:assert/strict";
import { defaultConfig } from "../../../../src/config/draft.ts";
import { Library } from "../../../../src/manuals/library/library.ts";
import {
  ManualIndexes,
  surplus,
} from "../../../../src/manuals/search/local/manual_indexes.ts";
import type { ManualIndex } from "../../../../src/manuals/search/local/index/manual_index.ts";
import { CharClasses } from "../../../../src/manuals/search/local/tokens/char_class.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import type { Files } from "../../../../src/runtime/runtime.ts";
import { ask, pathsFor, setUpFinder } from "../../../kit/find_setup.ts";
import {
  countOpenFiles,
  makeManualRoot,
  testFiles,
} from "../../../kit/manual_root.ts";

const MANUALS = 50;
/** As many as are kept open, by the documentation. */
const MAX_OPEN = 32;

function manyManuals(text: (i: number) => string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: MANUALS }, (_, i) => [`m${i}/a.md`, text(i)]),
  );
}

function inManual(i: number, word: string): ReturnType<typeof ask> {
  return ask(word, word, { manual_id: `m${i}` });
}

Deno.test("searching many manuals keeps a bounded number of index files open", async () => {
  // Of more than a megabyte, so that it is not read at once.
  const words = Array.from({ length: 60_000 }, (_, i) => `w${i}`).join(" ");
  using root = makeManualRoot(manyManuals((i) => `# M\nalpha own${i}\n`));
  const cacheDir = `${root.path}/.cache`;
  for (const i of [0, 1, 2]) {
    root.write(`m${i}/large.md`, `# Large\n${words} ${words}\n`);
  }
  const settings = { max_file_bytes: 10_000_000 };
  const first = setUpFinder(root.path, { cacheDir, settings });
  for (let i = 0; i < 3; i++) await first.find(inManual(i, "alpha"));
  await first.settled();
  await first.close();
  const counted = countOpenFiles();
  const { files } = counted;
  const finder = setUpFinder(root.path, { cacheDir, settings, files });
  for (let i = 0; i < 3; i++) await finder.find(inManual(i, "alpha"));
  assert.ok(counted.open > 0, "large indexes are held open");
  for (let i = 3; i < 3 + MAX_OPEN; i++) {
    await finder.find(inManual(i, "alpha"));
  }
  await finder.settled();
  assert.equal(counted.open, 0, "those not used for longest are closed");
  assert.deepEqual(await pathsFor(finder, inManual(1, "own1")), ["a.md"]);
  await finder.close();
});

Deno.test("an index whose search failed is closed like any other", async () => {
  using root = makeManualRoot(manyManuals(() => "# M\n"));
  const indexes = new ManualIndexes(
    new Library(testFiles, { root: root.path }),
    { ...runtime, files: testFiles },
    { settings: defaultConfig().manuals, classes: new CharClasses() },
  );
  const opened = new Set<ManualIndex>();
  const fail = (index: ManualIndex): Promise<never> => {
    opened.add(index);
    return Promise.reject(new Error("cancelled"));
  };
  for (const i of [...Array(MANUALS).keys(), 0]) {
    await assert.rejects(indexes.use(`m${i}`, fail), /cancelled/);
  }
  assert.equal(opened.size, MANUALS + 1, "the first was closed meanwhile");
  await indexes.close();
});

Deno.test("surplus() closes the oldest beyond 32 indexes or 200,000 files", () => {
  const open = (...sizes: number[]) =>
    sizes.map((files, id) => ({ id, files, users: 0 }));
  const closed = (list: ReturnType<typeof open>) =>
    surplus(list).map(({ id }) => id);
  assert.deepEqual(closed(open(...Array<number>(MAX_OPEN).fill(1))), []);
  assert.deepEqual(closed(open(...Array<number>(MAX_OPEN + 2).fill(1))), [
    0,
    1,
  ]);
  assert.deepEqual(closed(open(100_000, 100_000)), []);
  assert.deepEqual(closed(open(1, 100_000, 100_000)), [0]);
  assert.deepEqual(closed(open(100_000, 100_000, 100_000)), [0]);
  assert.deepEqual(closed(open(1_000_000)), [], "what is asked for stays");
  const used = open(100_000, 100_001).map((each) => ({ ...each, users: 1 }));
  assert.deepEqual(closed(used), []);
});

Deno.test("a manual whose index was closed is found as it is now, from no old answer", async () => {
  using root = makeManualRoot(manyManuals((i) => `# M\nalpha own${i}\n`));
  const cacheDir = `${root.path}/.cache`;
  const finder = setUpFinder(root.path, { cacheDir });
  const mode = async (i: number): Promise<string> =>
    (await finder.find(inManual(i, "alpha"))).applied.sem_cache_mode;
  assert.equal(await mode(0), "miss");
  for (let i = 1; i < MANUALS; i++) {
    assert.deepEqual(await pathsFor(finder, inManual(i, `own${i}`)), ["a.md"]);
  }
  root.write("m0/a.md", "# M\nomega own0\n");
  assert.deepEqual(await pathsFor(finder, inManual(0, "alpha")), []);
  assert.deepEqual(await pathsFor(finder, inManual(0, "omega")), ["a.md"]);
  await finder.settled();
  await finder.close();
});

Deno.test("a manual that is being searched is not closed, however many others are", async () => {
  using root = makeManualRoot(manyManuals((i) => `# M\nalpha own${i}\n`));
  const finder = setUpFinder(root.path);
  const all = await Promise.all(
    Array.from(
      { length: MANUALS },
      (_, i) => pathsFor(finder, inManual(i, `own${i}`)),
    ),
  );
  assert.deepEqual(all, Array.from({ length: MANUALS }, () => ["a.md"]));
  await finder.settled();
  await finder.close();
});

/** A file that changed just now would be read again. */
const LATER = { ...runtime.clock, now: () => runtime.clock.now() + 60_000 };

/** Files that tell which pages were read. */
function watchReads(): { files: Files; reads: string[] } {
  const reads: string[] = [];
  const files: Files = {
    ...testFiles,
    readSync(path) {
      if (path.endsWith(".md")) reads.push(path);
      return testFiles.readSync(path);
    },
  };
  return { files, reads };
}

Deno.test("what was indexed is stored when the finder closes, though writing rests", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\nalpha\n" });
  const cacheDir = `${root.path}/.cache`;
  let later = 0;
  const finder = setUpFinder(root.path, {
    cacheDir,
    files: {
      ...testFiles,
      // After a write that takes so long, the next one waits for minutes.
      appendSync(path, bytes) {
        later += 10_000;
        testFiles.appendSync(path, bytes);
      },
    },
    clock: { ...LATER, monotonic: () => LATER.monotonic() + later },
  });
  await finder.find(ask("alpha"));
  await finder.settled();
  root.write("guide/b.md", "# B\nomega\n");
  assert.deepEqual(await pathsFor(finder, ask("omega")), ["b.md"]);
  await finder.close();
  const { files, reads } = watchReads();
  const next = setUpFinder(root.path, { cacheDir, files, clock: LATER });
  assert.deepEqual(await pathsFor(next, ask("omega")), ["b.md"]);
  assert.deepEqual(reads, []);
  await next.close();
});

Deno.test("a finder that was closed searches again, from the index that it stored", async () => {
  // Of more than a megabyte, so that it is not read at once.
  const words = Array.from({ length: 60_000 }, (_, i) => `w${i}`).join(" ");
  using root = makeManualRoot({
    "guide/a.md": "# A\nalpha\n",
    "guide/large.md": `# Large\n${words} ${words}\n`,
  });
  const cacheDir = `${root.path}/.cache`;
  const settings = { max_file_bytes: 10_000_000 };
  const options = { cacheDir, settings, clock: LATER };
  const first = setUpFinder(root.path, options);
  await first.find(ask("alpha"));
  await first.close();
  const { files, reads } = watchReads();
  const finder = setUpFinder(root.path, { ...options, files });
  for (const word of ["alpha", "w77"]) {
    assert.equal((await pathsFor(finder, ask(word))).length, 1);
    await finder.close();
  }
  assert.deepEqual(reads, []);
});
