import assert from "node:assert/strict";
import { FormatTable } from "../../../../../src/manuals/formats/format.ts";
import { FORMATS } from "../../../../../src/manuals/formats/formats.ts";
import { IndexDirectory } from "../../../../../src/manuals/search/local/index/index_directory.ts";
import type { IndexSnapshot } from "../../../../../src/manuals/search/local/index/index_snapshot.ts";
import { createIndexStore } from "../../../../../src/manuals/search/local/index/index_store.ts";
import { ManualIndex } from "../../../../../src/manuals/search/local/index/manual_index.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import {
  type Clock,
  FileError,
  type Files,
} from "../../../../../src/runtime/runtime.ts";
import { settle } from "../../../../kit/find_setup.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";

const PAGES = {
  "a.md": "# Alpha\nfirst words\n",
  "sub/b.md": "# Beta\nsecond words\n",
  "sub/c.md": "# Gamma\nthird words\n",
};

/** Formats that tell what was cut into sections: an indexed file is. */
function watchedFormats(parsed: string[]): FormatTable {
  return new FormatTable(FORMATS.formats.map((format) => ({
    ...format,
    parse(text, name) {
      parsed.push(name);
      return format.parse(text, name);
    },
  })));
}

interface Opened {
  readonly index: ManualIndex;
  /** The files that were indexed since they were last asked for. */
  indexed(): string[];
  snapshot(timeMs?: number): Promise<IndexSnapshot>;
}

function open(
  root: string,
  cache: string,
  { files = runtime.files, clock = runtime.clock, maxFileBytes = 1000 }: {
    readonly files?: Files;
    readonly clock?: Clock;
    readonly maxFileBytes?: number;
  } = {},
): Opened {
  const parsed: string[] = [];
  const formats = watchedFormats(parsed);
  const { endings } = formats;
  const directory = new IndexDirectory(files, clock, cache);
  const index = new ManualIndex({
    ...{ root, files, clock, formats, maxFileBytes, refreshMs: 0 },
    classes: new CharClasses(),
    store: createIndexStore(directory, {
      ...{ manual: "guide", root, endings, maxFileBytes },
    }),
  });
  return {
    index,
    indexed: () => parsed.splice(0).sort(),
    snapshot: (timeMs = 60_000) => index.current({ timeMs }),
  };
}

/** Roots of one manual, and a cache. */
function makeRoots(
  trees: Readonly<Record<string, Readonly<Record<string, string>>>>,
): ReturnType<typeof makeManualRoot> {
  const root = makeManualRoot();
  for (const [tree, pages] of Object.entries(trees)) {
    for (const [path, text] of Object.entries(pages)) {
      root.write(`${tree}/${path}`, text);
    }
  }
  settle(root.path);
  return root;
}

Deno.test("files of which only mode and dates changed are read, not indexed", async () => {
  using root = makeRoots({ one: PAGES });
  const cache = `${root.path}/.cache`;
  const first = open(`${root.path}/one`, cache);
  await first.snapshot();
  await first.index.settled();
  assert.equal(first.indexed().length, 3);
  for (const path of Object.keys(PAGES)) {
    Deno.chmodSync(`${root.path}/one/${path}`, 0o600);
    Deno.utimeSync(`${root.path}/one/${path}`, 9, 9);
  }
  for (const opened of [first, open(`${root.path}/one`, cache)]) {
    const { view } = await opened.snapshot();
    assert.deepEqual([view.files, view.sectionsWith("word")], [3, 3]);
    assert.deepEqual(opened.indexed(), []);
    await opened.index.settled();
  }
});

Deno.test("of files that all changed, those with other words are indexed", async () => {
  using root = makeRoots({ one: PAGES });
  const opened = open(`${root.path}/one`, `${root.path}/.cache`);
  await opened.snapshot();
  opened.indexed();
  for (const [path, text] of Object.entries(PAGES)) {
    root.write(`one/${path}`, text.replace("third", "other"));
    Deno.utimeSync(`${root.path}/one/${path}`, 9, 9);
  }
  const { view } = await opened.snapshot();
  assert.deepEqual(opened.indexed(), ["c.md"]);
  assert.deepEqual(
    ["first", "third", "other", "word"].map((word) => view.sectionsWith(word)),
    [1, 0, 1, 3],
  );
});

Deno.test("an index of the same manual elsewhere is taken over, and only what is equal", async () => {
  using root = makeRoots({
    one: PAGES,
    two: { ...PAGES, "a.md": "# Alpha\nother words\n", "d.md": "# New\n" },
  });
  const cache = `${root.path}/.cache`;
  const first = open(`${root.path}/one`, cache);
  await first.snapshot();
  await first.index.settled();
  Deno.removeSync(`${root.path}/two/sub/b.md`);
  const second = open(`${root.path}/two`, cache);
  const { view, unscanned } = await second.snapshot();
  assert.deepEqual(second.indexed(), ["a.md", "d.md"]);
  assert.deepEqual(unscanned, []);
  assert.deepEqual(
    ["first", "other", "second", "third"].map((w) => view.sectionsWith(w)),
    [0, 1, 0, 1],
  );
  await second.index.settled();
  const again = open(`${root.path}/two`, cache);
  const { view: stored } = await again.snapshot();
  assert.deepEqual(again.indexed(), []);
  assert.deepEqual([stored.files, stored.sectionsWith("first")], [3, 0]);
  const back = open(`${root.path}/one`, cache);
  const { view: old } = await back.snapshot();
  assert.deepEqual([old.files, old.sectionsWith("first")], [3, 1]);
});

Deno.test("other settings take the index over, and leave out what is too large", async () => {
  using root = makeRoots({
    one: { ...PAGES, "big.md": "# Big\nlarge words\n" },
  });
  const cache = `${root.path}/.cache`;
  const first = open(`${root.path}/one`, cache);
  await first.snapshot();
  await first.index.settled();
  Deno.writeTextFileSync(`${root.path}/one/a.md`, "# A\nsmall words\n");
  const limit = { maxFileBytes: 17 };
  const { view, unscanned } = await open(`${root.path}/one`, cache, limit)
    .snapshot();
  assert.deepEqual([view.files, view.sectionsWith("large")], [1, 0]);
  assert.deepEqual(
    unscanned.map(({ path, reason }) => `${path} ${reason}`).sort(),
    ["big.md", "sub/b.md", "sub/c.md"].map((path) => `${path} too_large`),
  );
});

Deno.test("nothing of a manual of the same name is found in this one, however little time there was", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`${i}.md`, `# Page\nnumber p${i}\n`]),
  );
  using root = makeRoots({
    one: { ...pages, "z.md": "# Last\nsecret words\n" },
    two: { ...pages, "z.md": "# Last\npublic words\n" },
  });
  const cache = `${root.path}/.cache`;
  const first = open(`${root.path}/one`, cache);
  await first.snapshot();
  await first.index.settled();
  // The work pauses after each file, and that takes as long as callers wait.
  let time = 0;
  const clock: Clock = { ...runtime.clock, monotonic: () => time += 100 };
  const files: Files = {
    ...runtime.files,
    readSync(path) {
      const until = performance.now() + 2;
      while (performance.now() < until);
      return runtime.files.readSync(path);
    },
  };
  const second = open(`${root.path}/two`, cache, { clock, files });
  const { view: early, unscanned } = await second.snapshot(1);
  assert.ok(unscanned.some(({ path }) => path === "z.md"), "too fast");
  assert.deepEqual([early.files, early.sectionsWith("secret")], [0, 0]);
  assert.equal(unscanned.length, 41, "what is not searched is told");
  await second.index.settled();
  const { view } = await second.snapshot();
  assert.deepEqual(
    [view.files, view.sectionsWith("secret"), view.sectionsWith("public")],
    [41, 0, 1],
  );
  assert.deepEqual(second.indexed(), ["z.md"]);
});

Deno.test("ManualIndex() reads its stored index at the next use when there was no descriptor", async () => {
  using root = makeRoots({ one: PAGES });
  const cache = `${root.path}/.cache`;
  const first = open(`${root.path}/one`, cache);
  await first.snapshot();
  await first.index.settled();
  let exhausted = true;
  const fail = (path: string): void => {
    const reason = new Error("Too many open files");
    if (exhausted) throw new FileError("other", path, reason);
  };
  const files: Files = {
    ...runtime.files,
    readSync: (path) => (fail(path), runtime.files.readSync(path)),
    listSync: (path) => (fail(path), runtime.files.listSync(path)),
  };
  const second = open(`${root.path}/one`, cache, { files });
  await assert.rejects(second.snapshot(), /Too many open files/);
  exhausted = false;
  await second.snapshot();
  assert.deepEqual(second.indexed(), []);
});
