import assert from "node:assert/strict";
import { createIndexStore } from "../../../../../src/manuals/search/local/index/index_store.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import { FileError } from "../../../../../src/runtime/runtime.ts";
import { countOpenFiles } from "../../../../kit/manual_root.ts";

const EMPTY = {
  corpus: { endings: ".md .json", files: [], dirs: [], skipped: [] },
  problems: new Map(),
  segments: [],
};

function names(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map((entry) => entry.name).sort();
}

Deno.test("save() clears away what a killed process left, not what another one writes", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const store = createIndexStore(runtime.files, dir, "/manuals/guide");
    await store.save(EMPTY);
    const [index = ""] = names(dir);
    const old = `${index}.old.part`;
    const fresh = `${index}.fresh.part`;
    const other = "other.index.old.part";
    for (const name of [old, fresh, other]) {
      await Deno.writeTextFile(`${dir}/${name}`, "half");
    }
    const yesterday = Date.now() / 1000 - 24 * 60 * 60;
    for (const name of [old, other]) {
      await Deno.utime(`${dir}/${name}`, yesterday, yesterday);
    }
    await store.save(EMPTY);
    assert.deepEqual(names(dir), [index, fresh, other].sort());
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("save() lets nobody end the process between writing and moving", async () => {
  const dir = await Deno.makeTempDir();
  try {
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
    await createIndexStore(watched, dir, "/manuals/guide").save(EMPTY);
    assert.deepEqual(events.slice(0, 2), ["moved", "another's turn"]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("save() removes the indexes of manuals that are gone, and no others", async () => {
  const base = await Deno.makeTempDir();
  const dir = `${base}/cache`;
  try {
    for (const manual of ["kept", "gone", "mine"]) {
      await Deno.mkdir(`${base}/${manual}`);
    }
    const store = (manual: string): ReturnType<typeof createIndexStore> =>
      createIndexStore(runtime.files, dir, `${base}/${manual}`);
    await store("kept").save(EMPTY);
    const [kept = ""] = names(dir);
    await store("gone").save(EMPTY);
    await Deno.writeTextFile(`${dir}/0123.index`, "no index at all");
    await Deno.writeTextFile(`${dir}/notes.txt`, "not ours");
    await Deno.remove(`${base}/gone`);
    const openSync = (path: string): never => {
      throw new FileError("denied", path, new Error("no access"));
    };
    const blind = { ...runtime.files, openSync };
    await createIndexStore(blind, dir, `${base}/mine`).save(EMPTY);
    assert.equal(names(dir).length, 5, "what it cannot look into may be there");
    const counted = countOpenFiles();
    await createIndexStore(counted.files, dir, `${base}/mine`).save(EMPTY);
    assert.equal(counted.open, 0, "every index that was looked at is closed");
    const left = names(dir);
    assert.equal(left.length, 4, left.join());
    assert.ok(left.includes(kept));
    assert.ok(left.includes("0123.index") && left.includes("notes.txt"));
    assert.equal(store("gone").load(), undefined);
    assert.ok(store("kept").load());
  } finally {
    await Deno.remove(base, { recursive: true });
  }
});

Deno.test("load() and save() open nothing but files, which alone cannot block", async () => {
  const dir = await Deno.makeTempDir();
  try {
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
    const store = createIndexStore(guarded, dir, "/manuals/guide");
    await store.save(EMPTY);
    const [index = ""] = names(dir);
    await Deno.remove(`${dir}/${index}`);
    await Deno.mkdir(`${dir}/${index}`);
    assert.equal(store.load(), undefined);
    await Deno.remove(`${dir}/${index}`);
    await Deno.mkdir(`${dir}/other.index`);
    await store.save(EMPTY);
    assert.deepEqual(opened, []);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
