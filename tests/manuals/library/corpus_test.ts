import assert from "node:assert/strict";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import {
  type Corpus,
  hasSameFiles,
  readFileText,
  walkManual,
} from "../../../src/manuals/library/corpus.ts";
import { refreshCorpus } from "../../../src/manuals/library/refresh_corpus.ts";
import { FileError, type Files } from "../../../src/runtime/runtime.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

Deno.test("walkManual() finds files of all formats, sorted by code unit", async () => {
  using root = makeManualRoot({
    "b.md": "b",
    "a/z.json": "{}",
    "B.MD": "B",
    "x.txt": "",
    "x.html": "",
    "node_modules/p/readme.md": "# P",
    "d.json/in.md": "a directory may be called so",
  });
  const { files, dirs, skipped } = await walkManual(testFiles, root.path);
  assert.deepEqual(files.map((f) => f.path), [
    "B.MD",
    "a/z.json",
    "b.md",
    "d.json/in.md",
    "x.txt",
  ]);
  assert.deepEqual(dirs.map((d) => d.path), ["", "a", "d.json"]);
  assert.deepEqual(skipped, []);
  assert.equal(files[2]?.size, 1);
});

Deno.test("walkManual() leaves out dot names, links and special files", async () => {
  using root = makeManualRoot({ "a.md": "", ".git/b.md": "", ".c.md": "" });
  using outside = makeManualRoot({ "secret.md": "s", "dir/s.md": "s" });
  Deno.symlinkSync(`${outside.path}/secret.md`, `${root.path}/link.md`);
  Deno.symlinkSync(`${outside.path}/dir`, `${root.path}/linked`);
  new Deno.Command("mkfifo", { args: [`${root.path}/pipe.md`] }).outputSync();
  const { files } = await walkManual(testFiles, root.path);
  assert.deepEqual(files.map((f) => f.path), ["a.md"]);
});

Deno.test("walkManual() reports the directories that it cannot list", async () => {
  using root = makeManualRoot({ "a.md": "", "b/c.md": "", "d/e.md": "" });
  const files = {
    ...testFiles,
    listSync: (path: string) => {
      if (/\/[bd]$/.test(path)) throw new FileError("denied", path, "no");
      return testFiles.listSync(path);
    },
  };
  const corpus = await walkManual(files, root.path);
  assert.deepEqual(corpus.files.map((f) => f.path), ["a.md"]);
  assert.deepEqual(corpus.skipped, [
    { path: "b", reason: "unreadable" },
    { path: "d", reason: "unreadable" },
  ]);
});

Deno.test("walkManual() reports a file that it cannot look at", async () => {
  using root = makeManualRoot({ "guide/a.md": "", "guide/b.md": "" });
  const files = {
    ...testFiles,
    lstatSync(path: string) {
      if (!path.endsWith("/a.md")) return testFiles.lstatSync(path);
      throw new FileError("denied", path, new Error("permission denied"));
    },
  };
  const found = await walkManual(files, `${root.path}/guide`);
  assert.deepEqual(found.files.map(({ path }) => path), ["b.md"]);
  assert.deepEqual(found.skipped, [{ path: "a.md", reason: "unreadable" }]);
});

Deno.test("walkManual() stops between slices when aborted", async () => {
  using root = makeManualRoot({ "a.md": "" });
  const many = Array.from({ length: 1500 }, (_, i) => ({
    name: `${i}.md`,
    kind: "file" as const,
  }));
  const stat = testFiles.lstatSync(`${root.path}/a.md`);
  const files = {
    ...testFiles,
    listSync: () => many,
    lstatSync: () => stat,
  };
  const signal = AbortSignal.abort(new Error("enough"));
  await assert.rejects(walkManual(files, root.path, { signal }), /enough/);
});

Deno.test("refreshCorpus() returns the same object until something changes", async () => {
  using root = makeManualRoot({ "a.md": "a", "sub/b.md": "b" });
  const first = await walkManual(testFiles, root.path);
  assert.equal(await refreshCorpus(testFiles, root.path, first), first);
  Deno.utimeSync(`${root.path}/sub/b.md`, 1, 1);
  const touched = await refreshCorpus(testFiles, root.path, first);
  assert.notEqual(touched, first);
  assert.ok(!hasSameFiles(touched, first));
  assert.equal(touched.files[1]?.mtimeMs, 1000);
});

Deno.test("refreshCorpus() sees another size though the time is the same", async () => {
  using root = makeManualRoot({ "a.md": "a" });
  Deno.utimeSync(`${root.path}/a.md`, 1, 1);
  const first = await walkManual(testFiles, root.path);
  root.write("a.md", "longer");
  Deno.utimeSync(`${root.path}/a.md`, 1, 1);
  const second = await refreshCorpus(testFiles, root.path, first);
  assert.equal(second.files[0]?.size, 6);
});

Deno.test("refreshCorpus() sees a change though size and time were set back", async () => {
  using root = makeManualRoot({ "a.md": "a", "sub/b.md": "b" });
  const first = await walkManual(testFiles, root.path);
  for (const changed of ["/a.md", "/sub"]) {
    let lists = 0;
    const files: Files = {
      ...testFiles,
      // As after `cp -p`, or as npm unpacks: all files are of one day in 1985.
      lstatSync(path) {
        const stat = testFiles.lstatSync(path);
        const later = path.endsWith(changed) ? 1 : 0;
        return stat && { ...stat, ctimeSec: stat.ctimeSec + later };
      },
      listSync(path) {
        lists++;
        return testFiles.listSync(path);
      },
    };
    const second = await refreshCorpus(files, root.path, first);
    assert.notEqual(second, first, `${changed} is looked at again`);
    assert.equal(lists, changed === "/sub" ? 1 : 0);
    assert.equal(hasSameFiles(second, first), changed === "/sub");
  }
});

Deno.test("refreshCorpus() lists nothing anew while nothing changes", async () => {
  using root = makeManualRoot({ "a.md": "a", "sub/b.md": "b" });
  Deno.utimeSync(`${root.path}/sub`, 1, 1);
  Deno.utimeSync(root.path, 2, 2);
  const first = await walkManual(testFiles, root.path);
  const listSync = (path: string): never => {
    throw new Error(`${path} was listed`);
  };
  const files = { ...testFiles, listSync };
  assert.equal(await refreshCorpus(files, root.path, first), first);
});

Deno.test("hasSameFiles() takes a file of another kind for no change", async () => {
  using root = makeManualRoot({ "a.md": "a" });
  Deno.utimeSync(root.path, 1, 1);
  const first = await walkManual(testFiles, root.path);
  root.write("notes.html", "no manual's");
  const second = await refreshCorpus(testFiles, root.path, first);
  assert.ok(second !== first && hasSameFiles(second, first));
});

Deno.test("hasSameFiles() tells added, removed, other and skipped files", () => {
  const file = { path: "a.md", size: 1, mtimeMs: 1, ctimeSec: 1, ino: 1 };
  const skipped = { path: "b", reason: "unreadable" } as const;
  const endings = ".md .json";
  const corpus = { endings, files: [file], dirs: [], skipped: [skipped] };
  assert.ok(hasSameFiles(corpus, { ...corpus, files: [{ ...file }] }));
  const others: Partial<Corpus>[] = [
    { endings: ".md" },
    { files: [] },
    { files: [file, file] },
    { files: [{ ...file, path: "c.md" }] },
    { skipped: [] },
    { skipped: [{ ...skipped, path: "c" }] },
    { skipped: [{ ...skipped, reason: "vanished" }] },
  ];
  for (const other of others) {
    assert.ok(
      !hasSameFiles(corpus, { ...corpus, ...other }),
      JSON.stringify(other),
    );
    assert.ok(
      !hasSameFiles({ ...corpus, ...other }, corpus),
      JSON.stringify(other),
    );
  }
});

Deno.test("refreshCorpus() looks again at what could not be listed", async () => {
  using root = makeManualRoot({ "a.md": "a", "locked/notes.txt": "" });
  const listSync = (path: string) => {
    if (path.endsWith("locked")) throw new FileError("denied", path, "no");
    return testFiles.listSync(path);
  };
  const locked = await walkManual({ ...testFiles, listSync }, root.path);
  // Who may list a directory is no part of its time.
  const open = await refreshCorpus(testFiles, root.path, locked);
  assert.deepEqual([locked.skipped.length, open.skipped.length], [1, 0]);
});

Deno.test("refreshCorpus() stops between slices when aborted", async () => {
  using root = makeManualRoot();
  const entry = { size: 1, mtimeMs: 1, ctimeSec: 1, ino: 1 };
  const paths = Array.from({ length: 1500 }, (_, i) => ({
    ...entry,
    path: `${i}.md`,
  }));
  const files = {
    ...testFiles,
    lstatSync: () => ({ ...entry, kind: "file" as const, dev: 1, ino: 1 }),
  };
  const signal = AbortSignal.abort(new Error("enough"));
  for (
    const known of [{ files: paths, dirs: [] }, { files: [], dirs: paths }]
  ) {
    const { endings } = FORMATS;
    const corpus = { ...known, endings, skipped: [] };
    await assert.rejects(
      refreshCorpus(files, root.path, corpus, { signal }),
      /enough/,
    );
  }
});

Deno.test("refreshCorpus() sees added and removed files", async () => {
  using root = makeManualRoot({ "a.md": "a", "b.md": "b" });
  Deno.utimeSync(root.path, 1, 1);
  const first = await walkManual(testFiles, root.path);
  root.write("c.md", "c");
  const second = await refreshCorpus(testFiles, root.path, first);
  assert.deepEqual(second.files.map((f) => f.path), ["a.md", "b.md", "c.md"]);
  Deno.removeSync(`${root.path}/a.md`);
  const third = await refreshCorpus(testFiles, root.path, second);
  assert.deepEqual(third.files.map((f) => f.path), ["b.md", "c.md"]);
});

Deno.test("readFileText() removes one byte order mark and keeps CRLF", () => {
  using root = makeManualRoot({ "a.md": "\ufeff\ufeffa\r\nb" });
  const read = readFileText(testFiles, `${root.path}/a.md`);
  assert.deepEqual(read, { text: "\ufeffa\r\nb" });
});

Deno.test("readFileText() tells why there is no text", () => {
  using root = makeManualRoot({
    "bad.md": new Uint8Array([0x61, 0xff, 0x62]),
    "big.md": "12345",
    "full.md": "1234",
  });
  const read = (name: string): unknown =>
    readFileText(testFiles, `${root.path}/${name}`, 4);
  assert.deepEqual(read("bad.md"), { problem: "undecodable" });
  assert.deepEqual(read("big.md"), { problem: "too_large" });
  assert.deepEqual(read("full.md"), { text: "1234" });
  assert.deepEqual(read("gone.md"), { problem: "vanished" });
  Deno.mkdirSync(`${root.path}/dir.md`);
  const dir = readFileText(testFiles, `${root.path}/dir.md`);
  assert.deepEqual(dir, { problem: "unreadable" });
});

Deno.test("readFileText() does not follow a link in a file's place", () => {
  using root = makeManualRoot({ "a.md": "text" });
  Deno.symlinkSync("a.md", `${root.path}/b.md`);
  const read = readFileText(testFiles, `${root.path}/b.md`);
  assert.deepEqual(read, { problem: "unreadable" });
});
