import assert from "node:assert/strict";
import { Library } from "../../../src/manuals/library/library.ts";
import {
  FileError,
  type FileErrorKind,
  type Files,
} from "../../../src/runtime/runtime.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

Deno.test("Library reads a large file once while it is paged through", async () => {
  const large = "line\n".repeat(300_000);
  using root = makeManualRoot({ "guide/a.md": large, "guide/b.md": "small" });
  let reads = 0;
  const files = {
    ...testFiles,
    readSync: (path: string): Uint8Array => {
      reads++;
      return testFiles.readSync(path);
    },
  };
  const library = new Library(files, { root: root.path });
  const first = await library.read("guide", "a.md");
  assert.equal(await library.read("guide", "a.md"), first);
  assert.equal(reads, 1);
  root.write("guide/a.md", large + "more\n");
  assert.match((await library.read("guide", "a.md")).text, /more\n$/);
  assert.equal(reads, 2);
  await library.read("guide", "b.md");
  await library.read("guide", "b.md");
  assert.equal(reads, 4, "small files are not remembered");
});

Deno.test("Library takes no other file and no earlier state for a large one", async () => {
  const large = (char: string): string => char.repeat(1_000_000);
  using root = makeManualRoot({
    "guide/a.md": large("a"),
    "guide/b.md": large("b"),
  });
  let later = 0;
  const files: Files = {
    ...testFiles,
    lstatSync(path) {
      const stat = testFiles.lstatSync(path);
      return stat && { ...stat, ctimeSec: stat.ctimeSec + later };
    },
  };
  const library = new Library(files, { root: root.path });
  const first = async (path: string): Promise<string> =>
    (await library.read("guide", path)).text[0] ?? "";
  for (const name of ["a", "b"]) {
    Deno.utimeSync(`${root.path}/guide/${name}.md`, 1, 1);
  }
  assert.deepEqual([await first("a.md"), await first("b.md")], ["a", "b"]);
  root.write("guide/b.md", large("c"));
  assert.equal(await first("b.md"), "c");
  const { mtime } = Deno.statSync(`${root.path}/guide/b.md`);
  root.write("guide/b.md", large("d"));
  Deno.utimeSync(`${root.path}/guide/b.md`, mtime ?? 0, mtime ?? 0);
  later = 1;
  assert.equal(await first("b.md"), "d", "though size and time were set back");
});

Deno.test("Library does not read what is too large for a string", async () => {
  using root = makeManualRoot({ "guide/a.md": "" });
  const files: Files = {
    ...testFiles,
    lstatSync: (path) => {
      const stat = testFiles.lstatSync(path);
      return stat?.kind === "file" ? { ...stat, size: 500_000_001 } : stat;
    },
    readSync: (path) => {
      throw new Error(`${path} was read`);
    },
  };
  await assert.rejects(
    new Library(files, { root: root.path }).read("guide", "a.md"),
    {
      code: "invalid_scope",
      message: 'Cannot read "a.md": it has more than 500000000 bytes',
    },
  );
});

Deno.test("Library names its manuals, sorted by code unit", async () => {
  using root = makeManualRoot({ "b/x.md": "", "B/x.md": "", "あ/x.md": "" });
  const manuals = await new Library(testFiles, { root: root.path }).manuals();
  assert.deepEqual(manuals.map(({ id }) => id), ["B", "b", "あ"]);
});

Deno.test("Library shows the whole of a root that it cannot use, and why", async () => {
  using root = makeManualRoot({ "file.md": "" });
  const messages = {
    // Where it goes wrong is at the end, so it is not cut.
    [`${root.path}/${"long/".repeat(20)}end`]: "it does not exist",
    [`${root.path}/file.md`]: "it is not a directory",
  };
  for (const [path, why] of Object.entries(messages)) {
    const message = `Cannot use the manuals root "${path}": ${why}`;
    await assert.rejects(new Library(testFiles, { root: path }).manuals(), {
      name: "ManualError",
      code: "not_found",
      message,
    });
  }
});

Deno.test("Library names the root when it may not look into it", async () => {
  using root = makeManualRoot({ "guide/a.md": "" });
  const denied = (path: string): never => {
    throw new FileError("denied", path, new Error("EACCES"));
  };
  for (const operation of ["statSync", "listSync"] as const) {
    const files = { ...testFiles, [operation]: denied };
    await assert.rejects(new Library(files, { root: root.path }).manuals(), {
      code: "forbidden",
      message: /^Cannot use the manuals root ".*": permission denied$/,
    });
  }
});

Deno.test("Library tells a look that failed from one that found nothing", async () => {
  using root = makeManualRoot({ "guide/a.md": "" });
  const failures: [FileErrorKind, string, RegExp][] = [
    ["denied", "forbidden", /"a\.md": permission denied$/],
    ["other", "forbidden", /"a\.md": it cannot be read$/],
    ["not_found", "not_found", /find "a\.md"$/],
    ["not_a_directory", "not_found", /find "a\.md"$/],
  ];
  for (const operation of ["lstatSync", "readSync", "realPathSync"] as const) {
    for (const [kind, code, message] of failures) {
      const fails = (path: string): never => {
        throw new FileError(kind, path, new Error("no"));
      };
      const look = testFiles[operation];
      const files = {
        ...testFiles,
        [operation]: (path: string) =>
          path.endsWith("a.md") ? fails(path) : look(path),
      };
      const library = new Library(files, { root: root.path });
      await assert.rejects(library.read("guide", "a.md"), { code, message });
    }
  }
});

Deno.test("Library pauses in a manual of many directories, and can be stopped there", async () => {
  const pages = Array.from(
    { length: 120 },
    (_, i): [string, string] => [`guide/${i}/page.html`, ""],
  );
  using root = makeManualRoot(Object.fromEntries(pages));
  const library = new Library(testFiles, { root: root.path });
  let pauses = 0;
  const pause = (): Promise<void> => Promise.resolve(void pauses++);
  const skipped = [{ reason: "other_format", ending: ".html", count: 120 }];
  assert.deepEqual(await library.unread("guide", { pause }), skipped);
  assert.ok(pauses > 0);
  pauses = 0;
  const listed = await library.list("guide", "", { pause });
  assert.deepEqual(listed.skipped, skipped);
  assert.ok(pauses > 0);
  const stop = new AbortController();
  const stopping = {
    signal: stop.signal,
    pause: (): Promise<void> => Promise.resolve(stop.abort(new Error("stop"))),
  };
  await assert.rejects(library.unread("guide", stopping), /^Error: stop$/);
});
