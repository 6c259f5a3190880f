import assert from "node:assert/strict";
import { IndexDirectory } from "../../../../../src/manuals/search/local/index/index_directory.ts";
import {
  createIndexStore,
  type IndexStore,
} from "../../../../../src/manuals/search/local/index/index_store.ts";
import { ManualIndex } from "../../../../../src/manuals/search/local/index/manual_index.ts";
import type { IndexSnapshot } from "../../../../../src/manuals/search/local/index/index_snapshot.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import type { Files } from "../../../../../src/runtime/runtime.ts";
import { age, settle } from "../../../../kit/find_setup.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";

const { signal } = new AbortController();

function openStore(
  files: Files,
  cache: string,
  root: string,
  maxFileBytes: number,
): IndexStore {
  const directory = new IndexDirectory(files, runtime.clock, cache);
  const endings = ".md .json";
  return createIndexStore(directory, {
    ...{ manual: "guide", root, endings, maxFileBytes },
  });
}

function open(
  root: string,
  options: { cache?: string; files?: Files; maxFileBytes?: number } = {},
): ManualIndex {
  const { files = runtime.files, cache, maxFileBytes = 1000 } = options;
  return new ManualIndex({
    root: `${root}/guide`,
    files,
    clock: runtime.clock,
    classes: new CharClasses(),
    maxFileBytes,
    refreshMs: 0,
    ...cache && { store: openStore(files, cache, root, maxFileBytes) },
  });
}

function current(index: ManualIndex, timeMs = 60_000): Promise<IndexSnapshot> {
  return index.current({ signal, timeMs });
}

/** What can be found, independent of how segments are laid out. */
function contents({ view }: IndexSnapshot): string[] {
  const rows: string[] = [];
  for (const segment of view.segments) {
    const { sectionFile, sectionLine } = segment.columns;
    sectionFile.forEach((file, s) => {
      if (segment.deadFiles[file] !== 0) return;
      rows.push(`${segment.path(file)}:${sectionLine[s]} ${segment.title(s)}`);
    });
  }
  const terms = ["alpha", "beta", "gamma", "申請", "方法"];
  return [
    ...rows.sort(),
    ...terms.map((term) => `${term} ${view.sectionsWith(term)}`),
    `${view.files} files, ${view.rows} rows`,
  ];
}

/** Counts the files of the manual whose text is read. */
function countingFiles(): { files: Files; reads: string[] } {
  const reads: string[] = [];
  const files: Files = {
    ...runtime.files,
    readSync(path) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (!name.endsWith(".index")) reads.push(name);
      return runtime.files.readSync(path);
    },
  };
  return { files, reads };
}

const FILES = {
  "guide/a.md": "# A\nalpha\n## B\nbeta 申請\n",
  "guide/b.md": "# C\nbeta 方法\n",
  "guide/sub/c.json": '{"x": "gamma"}',
};

Deno.test("ManualIndex() refreshed after changes equals one built anew", async () => {
  using root = makeManualRoot(FILES);
  const index = open(root.path);
  await current(index);
  root.write("guide/a.md", "# A2\nalpha gamma 方法\n");
  root.write("guide/new/d.md", "alpha\n");
  Deno.removeSync(`${root.path}/guide/b.md`);
  const refreshed = await current(index);
  assert.deepEqual(
    contents(refreshed),
    contents(await current(open(root.path))),
  );
});

Deno.test("ManualIndex() loaded from its store equals one built anew", async () => {
  using root = makeManualRoot(FILES);
  settle(`${root.path}/guide`);
  const cache = `${root.path}/cache`;
  const first = open(root.path, { cache });
  const built = await current(first);
  await first.settled();
  const { files, reads } = countingFiles();
  const loaded = await current(open(root.path, { cache, files }));
  assert.deepEqual(contents(loaded), contents(built));
  assert.deepEqual(reads, []);
});

Deno.test("ManualIndex() reads only the changed file again", async () => {
  using root = makeManualRoot(FILES);
  settle(`${root.path}/guide`);
  const { files, reads } = countingFiles();
  const index = open(root.path, { files });
  await current(index);
  reads.length = 0;
  root.write("guide/b.md", "# C\ngamma gamma\n");
  age(`${root.path}/guide/b.md`, 50);
  await current(index);
  assert.deepEqual(reads, ["b.md"]);
});

Deno.test("ManualIndex() sees a second change within one tick of the clock", async () => {
  using root = makeManualRoot({ "guide/a.md": "alpha\n" });
  const index = open(root.path);
  await current(index);
  const { mtime } = Deno.statSync(`${root.path}/guide/a.md`);
  root.write("guide/a.md", "gamma\n");
  Deno.utimeSync(`${root.path}/guide/a.md`, mtime ?? 0, mtime ?? 0);
  assert.equal((await current(index)).view.sectionsWith("gamma"), 1);
});

Deno.test("ManualIndex() keeps nothing on disk that the manual no longer holds", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Open\nplain\n",
    "guide/secret.md": "# Hush\nxyzzyplugh\n",
  });
  const cache = `${root.path}/cache`;
  const index = open(root.path, { cache });
  await current(index);
  await index.settled();
  Deno.removeSync(`${root.path}/guide/secret.md`);
  await current(index);
  await index.settled();
  const [file] = [...Deno.readDirSync(cache)].map(({ name }) => name);
  const bytes = Deno.readFileSync(`${cache}/${file}`);
  const wide = new TextDecoder("utf-16le").decode(bytes);
  const narrow = new TextDecoder("latin1").decode(bytes);
  assert.equal(/xyzzyplugh|secret|Hush/.test(narrow + wide), false);
  assert.equal(narrow.includes("Open"), true);
});

Deno.test("ManualIndex() builds anew when its stored index is damaged", async () => {
  using root = makeManualRoot(FILES);
  const cache = `${root.path}/cache`;
  const first = open(root.path, { cache });
  const built = await current(first);
  await first.settled();
  const [file] = [...Deno.readDirSync(cache)].map(({ name }) => name);
  const bytes = Deno.readFileSync(`${cache}/${file}`);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  Deno.writeFileSync(`${cache}/${file}`, bytes);
  const second = open(root.path, { cache });
  assert.deepEqual(contents(await current(second)), contents(built));
  await second.settled();
});

Deno.test("ManualIndex() writes its store for the owner only, and whole", async () => {
  using root = makeManualRoot(FILES);
  const cache = `${root.path}/cache`;
  const index = open(root.path, { cache });
  await current(index);
  await index.settled();
  const names = [...Deno.readDirSync(cache)].map(({ name }) => name);
  assert.equal(names.length, 1);
  assert.match(names[0] ?? "", /^[0-9a-f]{64}\.index$/);
  assert.equal(
    (Deno.statSync(`${cache}/${names[0]}`).mode ?? 0) & 0o777,
    0o600,
  );
});

Deno.test("ManualIndex() tells of files it cannot index, and indexes the rest", async () => {
  using root = makeManualRoot({
    ...FILES,
    "guide/big.md": "x".repeat(2000),
    "guide/bad.md": new Uint8Array([0x23, 0x20, 0xff, 0xfe]),
  });
  const { unscanned, view } = await current(open(root.path));
  assert.deepEqual(unscanned, [
    { path: "bad.md", reason: "undecodable" },
    { path: "big.md", reason: "too_large" },
  ]);
  assert.equal(view.files, 3);
});

Deno.test("ManualIndex() gives what is indexed in time and goes on building", async () => {
  using root = makeManualRoot(FILES);
  let now = 0;
  // Every look at the clock takes so long that each slice holds one file.
  const clock = {
    now: () => Date.now(),
    monotonic: () => now += 20,
    after: (ms: number, run: () => void) => runtime.clock.after(ms, run),
    turn: runtime.clock.turn,
  };
  const index = new ManualIndex({
    root: `${root.path}/guide`,
    files: runtime.files,
    clock,
    classes: new CharClasses(),
    maxFileBytes: 1000,
    refreshMs: 0,
  });
  const early = await current(index, 0);
  assert.equal(
    early.unscanned.every(({ reason }) => reason === "time_budget"),
    true,
  );
  await index.settled();
  const late = await current(index);
  assert.equal(late.unscanned.length, 0);
  assert.equal(late.view.files, 3);
});

Deno.test("ManualIndex() stops reading when its only caller cancels", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
  using root = makeManualRoot(many);
  const stop = new AbortController();
  const { files, reads } = countingFiles();
  const slow: Files = {
    ...files,
    readSync(path) {
      if (reads.length === 10) stop.abort(new Error("enough"));
      const until = performance.now() + 2;
      while (performance.now() < until);
      return files.readSync(path);
    },
  };
  const index = open(root.path, { files: slow });
  await assert.rejects(
    index.current({ signal: stop.signal, timeMs: 60_000 }),
    /enough/,
  );
  await index.settled();
  assert.equal(reads.length < 100, true, `${reads.length} reads`);
});

Deno.test("ManualIndex() lets other work run while it builds", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
  using root = makeManualRoot(many);
  const files: Files = {
    ...runtime.files,
    readSync(path) {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return runtime.files.readSync(path);
    },
  };
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await current(open(root.path, { files }));
  clearInterval(timer);
  assert.equal(turns > 5, true, `${turns} turns`);
});

Deno.test("ManualIndex() tells everyone who waits how far it is, and nobody else", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
  using root = makeManualRoot(many);
  const files: Files = {
    ...runtime.files,
    readSync(path) {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return runtime.files.readSync(path);
    },
  };
  const index = open(root.path, { files });
  const told = { first: 0, second: 0, left: 0 };
  const wait = (name: keyof typeof told, timeMs: number): Promise<unknown> =>
    index.current({ timeMs, progress: () => void told[name]++ });
  const all = [wait("first", 60_000), wait("second", 60_000), wait("left", 1)];
  await all.pop();
  const before = told.left;
  await Promise.all(all);
  assert.equal(told.first > 1, true);
  assert.equal(told.second, told.first);
  assert.equal(told.left, before);
});

Deno.test("ManualIndex() discarded while it is built is built anew", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nalpha\n",
    "guide/b.md": "# B\nbeta\n",
  });
  let discarded = false;
  const readSync: Files["readSync"] = (path) => {
    if (!discarded) index.discard();
    discarded = true;
    return runtime.files.readSync(path);
  };
  const index = open(root.path, { files: { ...runtime.files, readSync } });
  const found = contents(await current(index));
  assert.deepEqual(found, contents(await current(open(root.path))));
});
