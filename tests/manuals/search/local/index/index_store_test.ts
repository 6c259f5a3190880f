import assert from "node:assert/strict";
import type { CorpusFile } from "../../../../../src/manuals/library/corpus_table.ts";
import { IndexDirectory } from "../../../../../src/manuals/search/local/index/index_directory.ts";
import type { IndexState } from "../../../../../src/manuals/search/local/index/index_file.ts";
import {
  createIndexStore,
  type IndexStore,
} from "../../../../../src/manuals/search/local/index/index_store.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import { FileError, type Files } from "../../../../../src/runtime/runtime.ts";
import { countOpenFiles } from "../../../../kit/manual_root.ts";

const SOURCE = {
  manual: "guide",
  root: "/manuals/guide",
  endings: ".md .json",
  maxFileBytes: 1000,
};

function state(...paths: readonly string[]): IndexState {
  const files = paths.map((path): CorpusFile => ({
    ...{ path, size: path.length, mtimeMs: 1, ctimeSec: 1, ino: 1 },
  }));
  return {
    corpus: { endings: ".md .json", files, dirs: [], skipped: [] },
    problems: new Map(),
    segments: [],
  };
}
const EMPTY = state();

function openStore(
  dir: string,
  source: Partial<typeof SOURCE> = {},
  files: Files = runtime.files,
): IndexStore {
  const directory = new IndexDirectory(files, runtime.clock, dir);
  return createIndexStore(directory, { ...SOURCE, ...source });
}

function names(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map((entry) => entry.name).sort();
}

async function inTempDir(run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Dates a file back. */
async function makeOld(path: string, days: number): Promise<void> {
  const time = Date.now() / 1000 - days * 24 * 60 * 60;
  await Deno.utime(path, time, time);
}

Deno.test("save() has a name for each path and for all settings that matter", () =>
  inTempDir(async (dir) => {
    const roots = Array.from({ length: 300 }, (_, i) => `/manuals/v${i}`);
    for (const root of roots) await openStore(dir, { root }).save(EMPTY);
    await openStore(dir, { maxFileBytes: 1 }).save(EMPTY);
    await openStore(dir, { endings: ".txt" }).save(EMPTY);
    await openStore(dir, { manual: "other" }).save(EMPTY);
    await openStore(dir).save(EMPTY);
    const found = names(dir);
    assert.equal(found.length, 304);
    for (const name of found) assert.match(name, /^[0-9a-f]{64}\.index$/);
  }));

Deno.test("save() tells nothing of where the manual lies", () =>
  inTempDir(async (dir) => {
    const root = "/home/somebody/manuals/guide";
    await openStore(dir, { root }).save(state("a.md"));
    const [name = ""] = names(dir);
    const text = new TextDecoder("latin1")
      .decode(await Deno.readFile(`${dir}/${name}`));
    assert.ok(text.includes("a.md") && !text.includes("somebody"));
  }));

Deno.test("save() opens and removes no index but its own", () =>
  inTempDir(async (dir) => {
    await openStore(dir, { root: "/manuals/b" }).save(EMPTY);
    const touched: string[] = [];
    const note =
      <A extends unknown[], T>(run: (...args: A) => T) => (...args: A): T => {
        touched.push(...args.filter((arg) => typeof arg === "string"));
        return run(...args);
      };
    const { files } = runtime;
    const watched = {
      ...files,
      openSync: note(files.openSync),
      readSync: note(files.readSync),
      appendSync: note(files.appendSync),
      remove: note(files.remove),
      renameSync: note(files.renameSync),
    };
    const before = names(dir);
    await openStore(dir, {}, watched).save(EMPTY);
    const own = names(dir).find((name) => !before.includes(name)) ?? "";
    assert.ok(touched.length > 0);
    for (const path of touched) {
      assert.ok(path.startsWith(`${dir}/${own}`), path);
    }
  }));

Deno.test("save() that fails leaves nothing, whenever it fails", async () => {
  for (const fails of ["first piece", "second piece", "renaming"] as const) {
    await inTempDir(async (dir) => {
      const { files } = runtime;
      const full = (path: string): never => {
        throw new FileError("no_space", path, new Error("disk full"));
      };
      let pieces = 0;
      const broken = {
        ...files,
        appendSync(path: string, data: Uint8Array): void {
          pieces++;
          // As a full disk does: some of it is there.
          files.appendSync(path, data.subarray(0, 4));
          if (fails === "first piece") full(path);
          if (fails === "second piece" && pieces === 2) full(path);
        },
        renameSync(from: string, to: string): void {
          if (fails === "renaming") full(from);
          files.renameSync(from, to);
        },
      };
      await assert.rejects(openStore(dir, {}, broken).save(EMPTY), /disk full/);
      assert.deepEqual(names(dir), [], fails);
    });
  }
});

Deno.test("save() lets nobody end the process between writing and moving", () =>
  inTempDir(async (dir) => {
    const { files } = runtime;
    const events: string[] = [];
    const watched = {
      ...files,
      appendSync(path: string, data: Uint8Array): void {
        files.appendSync(path, data);
        // The first turn that another part of the program gets.
        queueMicrotask(() => events.push("another's turn"));
      },
      renameSync(from: string, to: string): void {
        files.renameSync(from, to);
        events.push("moved");
      },
    };
    await openStore(dir, {}, watched).save(EMPTY);
    assert.deepEqual(events.slice(0, 2), ["moved", "another's turn"]);
  }));

Deno.test("save() clears away what is abandoned or unused, and nothing else", () =>
  inTempDir(async (dir) => {
    for (const root of ["/unused", "/used"]) {
      await openStore(dir, { root }).save(EMPTY);
      const [index = ""] = names(dir).filter((name) => !name.includes("-"));
      await Deno.rename(`${dir}/${index}`, `${dir}${root}-.index`);
    }
    const old = ["x.index.old.part", "unused-.index", "notes.txt"];
    const young = ["x.index.young.part", "used-.index"];
    for (const name of [...old, ...young]) {
      await Deno.writeTextFile(`${dir}/${name}`, "half", { append: true });
    }
    for (const name of old) await makeOld(`${dir}/${name}`, 31);
    await makeOld(`${dir}/used-.index`, 29);
    const store = openStore(dir);
    await store.save(EMPTY);
    const left = names(dir).filter((name) => !/^[0-9a-f]{64}/.test(name));
    assert.deepEqual(left, ["notes.txt", ...young].sort());
    assert.ok(await store.load());
  }));

Deno.test("load() and save() open nothing but files, which alone cannot block", () =>
  inTempDir(async (dir) => {
    const { files } = runtime;
    const opened: string[] = [];
    const watch = <T>(open: (path: string) => T) => (path: string): T => {
      opened.push(path);
      return open(path);
    };
    // A directory stands for a named pipe, which not every system has.
    const guarded = {
      ...files,
      readSync: watch(files.readSync),
      openSync: watch(files.openSync),
    };
    const store = openStore(dir, {}, guarded);
    await store.save(EMPTY);
    const [index = ""] = names(dir);
    await Deno.remove(`${dir}/${index}`);
    await Deno.mkdir(`${dir}/${index}`);
    assert.equal(await store.load(), undefined);
    await Deno.remove(`${dir}/${index}`);
    await Deno.mkdir(`${dir}/${index.slice(0, 16)}.index`);
    await store.save(EMPTY);
    const other = openStore(dir, { root: "/elsewhere" }, guarded);
    opened.length = 0;
    await other.loadSimilar(EMPTY.corpus);
    assert.deepEqual(opened, [`${await Deno.realPath(dir)}/${index}`]);
  }));

Deno.test("load() leaves nothing open of what cannot be read", () =>
  inTempDir(async (dir) => {
    await openStore(dir).save(EMPTY);
    const [index = ""] = names(dir);
    // Smaller ones are read at once.
    await Deno.writeFile(`${dir}/${index}`, new Uint8Array(2 ** 21));
    const counted = countOpenFiles();
    const files: Files = {
      ...counted.files,
      openSync(path) {
        const broken = (): never => {
          throw new FileError("other", path, new Error("input/output error"));
        };
        return { ...counted.files.openSync(path), readSync: broken };
      },
    };
    await assert.rejects(openStore(dir, {}, files).load(), /input/);
    assert.equal(counted.open, 0);
  }));

Deno.test("save() has saved although something old cannot be removed", () =>
  inTempDir(async (dir) => {
    const old = "x.index.old.part";
    await Deno.writeTextFile(`${dir}/${old}`, "half");
    await makeOld(`${dir}/${old}`, 31);
    const files: Files = {
      ...runtime.files,
      remove: (path) => Promise.reject(new FileError("denied", path, "no")),
    };
    const store = openStore(dir, {}, files);
    await store.save(EMPTY);
    assert.ok(await store.load());
  }));

Deno.test("loadSimilar() takes the index with most files in common, of the same manual", () =>
  inTempDir(async (dir) => {
    const corpus = state("a.md", "b.md", "c.md").corpus;
    await openStore(dir, { root: "/1" }).save(state("a.md"));
    await openStore(dir, { root: "/2" }).save(state("a.md", "b.md", "d.md"));
    await openStore(dir, { root: "/3" }).save(state("x.md", "y.md"));
    await openStore(dir, { manual: "other" }).save(
      state("a.md", "b.md", "c.md"),
    );
    await Deno.writeTextFile(
      `${dir}/${names(dir)[0]?.slice(0, 16)}.index`,
      "?",
    );
    const counted = countOpenFiles();
    const store = openStore(dir, {}, counted.files);
    const found = await store.loadSimilar(corpus);
    const paths = found?.state.corpus.files.map(({ path }) => path);
    assert.deepEqual(paths, ["a.md", "b.md", "d.md"]);
    found?.close();
    assert.equal(counted.open, 0);
    assert.equal(await store.loadSimilar(state("z.md").corpus), undefined);
  }));
