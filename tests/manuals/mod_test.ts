import assert from "node:assert/strict";
import {
  ManualError,
  type ManualLibrary,
  openFinder,
  openLibrary,
  openManuals,
} from "../../src/manuals/mod.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { DirEntry } from "../../src/runtime/runtime.ts";
import { makeManualRoot } from "../kit/manual_root.ts";

Deno.test("openManuals() lists, outlines, reads and scans without a server", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\ntext\n" });
  const manuals = openManuals({ root: root.path });
  const { items } = await manuals.ls();
  const manual_id = items[0]?.id ?? "";
  const { total_files } = await manuals.toc({ manual_id });
  assert.equal(total_files, 1);
  const ref = { manual_id, path: "a.md" };
  assert.equal((await manuals.read({ ref })).text, "# A\ntext\n");
  assert.equal((await manuals.scan(ref)).eof, true);
});

Deno.test("openManuals() has no memory of reads of its own", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\ntext\n" });
  const manuals = openManuals({ root: root.path });
  const ref = { manual_id: "guide", path: "a.md" };
  await manuals.read({ ref });
  assert.equal((await manuals.read({ ref })).applied.mode, "read");
});

Deno.test("Manuals checks numbers that no schema has checked", async () => {
  using root = makeManualRoot({ "guide/a.md": "" });
  const manuals = openManuals({ root: root.path });
  const at = { manual_id: "guide", path: "a.md" };
  const isInvalid = (error: unknown): boolean =>
    error instanceof ManualError && error.code === "invalid_parameter";
  for (const max_chars of [255, 50_001]) {
    await assert.rejects(manuals.scan({ ...at, max_chars }), isInvalid);
    await assert.rejects(manuals.read({ ref: at, max_chars }), {
      message:
        `Cannot use maxChars ${max_chars}: give a whole number from 256 to 50000`,
    });
  }
  await assert.rejects(manuals.scan({ ...at, start_line: NaN }), isInvalid);
  await assert.rejects(manuals.scan({ ...at, cursor: "x" }), isInvalid);
  await assert.rejects(manuals.toc({ ...at, max_files: 1e9 }), isInvalid);
});

Deno.test("Manuals stops a walk that is aborted while it runs", async () => {
  using root = makeManualRoot(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`guide/${i}/a.md`, ""]),
    ),
  );
  // Each directory seems to hold so much that every one is a slice.
  const many = Array.from({ length: 1001 }, () => "a.md");
  let listed = 0;
  const files = {
    ...runtime.files,
    listSync: (path: string): DirEntry[] => {
      if (++listed === 3) aborting.abort(new Error("cancelled"));
      return path.endsWith("guide")
        ? runtime.files.listSync(path)
        : many.map((name) => ({ name, kind: "file" }));
    },
  };
  const aborting = new AbortController();
  const { signal } = aborting;
  const manuals = openManuals({
    root: root.path,
    runtime: { ...runtime, files },
  });
  await assert.rejects(
    manuals.toc({ manual_id: "guide" }, { signal }),
    /cancelled/,
  );
  assert.equal(listed, 3);
});

Deno.test("openFinder() searches what openLibrary() has opened, and nothing else", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nstripes\n" });
  const library = openLibrary({ root: root.path });
  const finder = openFinder({ library });
  const { summary } = await finder.find({
    manual_id: "guide",
    query: "zebra",
    required_terms: ["zebra"],
  });
  assert.equal(summary.candidates, 1);
  await finder.close();
  const other: ManualLibrary = {
    manuals: () => library.manuals(),
    list: (id, path) => library.list(id, path),
    walk: (id, path) => library.walk(id, path),
    read: (id, path) => library.read(id, path),
  };
  assert.throws(() => openFinder({ library: other }), TypeError);
});
