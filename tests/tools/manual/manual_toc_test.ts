import assert from "node:assert/strict";
import { FileError } from "../../../src/runtime/runtime.ts";
import { STDIO_CALLER } from "../../../src/tools/caller.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const FILES = {
  "guide/intro.md": "# Intro\n\n## More\n",
  "guide/ops/run.md": "Setext\n======\n",
  "guide/ops/sub/stop.md": "intro\n\n# Stop\n",
  "guide/opsx.md": "",
  "guide/data.json": "{}",
};

function many(count: number, dir = ""): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`guide/${dir}${i}.md`, "# x\n"]),
  );
}

Deno.test("004 §3: depth defaults to shallow, deep returns headings", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const shallow = await ok("manual_toc", { manual_id: "guide" });
  assert.deepEqual(shallow, {
    applied: {
      manual_id: "guide",
      path_prefix: "",
      depth: "shallow",
      max_files: 20,
      include_headings: false,
      max_headings_per_file: 20,
      offset: 0,
    },
    total_files: 5,
    next_cursor: { offset: null },
    items: [
      "data.json",
      "intro.md",
      "ops/run.md",
      "ops/sub/stop.md",
      "opsx.md",
    ].map((path) => ({ path, headings: [] })),
  });
  const deep = await ok("manual_toc", {
    manual_id: "guide",
    depth: "deep",
    path_prefix: "ops",
  });
  assert.equal(deep.applied.include_headings, true);
  assert.deepEqual(deep.items, [
    {
      path: "ops/run.md",
      headings: [{ title: "Setext", line_start: 1 }],
    },
    {
      path: "ops/sub/stop.md",
      headings: [
        { title: "stop", line_start: 1 },
        { title: "Stop", line_start: 3 },
      ],
    },
  ]);
});

Deno.test("004 §3: depth deep requires path_prefix", async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path });
  for (const path_prefix of [undefined, null, "", ".", "./"]) {
    const args = { manual_id: "guide", depth: "deep", path_prefix };
    const { code, message } = await fails("manual_toc", args);
    assert.equal(code, "invalid_parameter");
    assert.match(message, /path_prefix/);
  }
});

Deno.test("004 §3: an empty path_prefix requires max_files <= 50", async () => {
  using root = makeManualRoot(FILES);
  const { ok, fails } = setUpManuals({ root: root.path });
  await ok("manual_toc", { manual_id: "guide", max_files: 50 });
  const { code } = await fails("manual_toc", {
    manual_id: "guide",
    max_files: 51,
  });
  assert.equal(code, "invalid_parameter");
  const wide = { manual_id: "guide", path_prefix: "ops", max_files: 200 };
  assert.equal((await ok("manual_toc", wide)).applied.max_files, 200);
});

Deno.test("004 §3: depth deep requires max_files <= 50", async () => {
  using root = makeManualRoot(FILES);
  const { ok, fails } = setUpManuals({ root: root.path });
  const deep = { manual_id: "guide", depth: "deep", path_prefix: "ops" };
  await ok("manual_toc", { ...deep, max_files: 50 });
  const { code } = await fails("manual_toc", { ...deep, max_files: 51 });
  assert.equal(code, "invalid_parameter");
});

Deno.test("004 §3: include_headings is not accepted, not even null", async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path });
  for (const include_headings of [true, false, null]) {
    const args = { manual_id: "guide", include_headings };
    const { code, message } = await fails("manual_toc", args);
    assert.equal(code, "invalid_parameter");
    assert.match(message, /include_headings.*known arguments are manual_id/);
  }
});

Deno.test('004 §3: manual_id "manuals" is not accepted', async () => {
  using root = makeManualRoot({ ...FILES, "manuals/x.md": "" });
  const { fails } = setUpManuals({ root: root.path });
  const { code, message } = await fails("manual_toc", { manual_id: "manuals" });
  assert.equal(code, "invalid_parameter");
  assert.match(message, /manual_ls/);
});

Deno.test("004 §3: more than 200 files need a narrower scope", async () => {
  using root = makeManualRoot({ ...many(150, "a/"), ...many(50, "b/c/") });
  const { ok, fails } = setUpManuals({ root: root.path });
  await ok("manual_toc", { manual_id: "guide" });
  root.write("guide/one-more.md", "");
  const { code, details } = await fails("manual_toc", { manual_id: "guide" });
  assert.equal(code, "needs_narrow_scope");
  assert.deepEqual(details, {
    total_files: 201,
    limit: 200,
    directories: [{ path: "a", files: 150 }, { path: "b", files: 50 }],
  });
  const inner = { manual_id: "guide", path_prefix: "b" };
  assert.equal((await ok("manual_toc", inner)).total_files, 50);
});

Deno.test("manual_toc pages by a cursor in each accepted form", async () => {
  using root = makeManualRoot(many(45));
  const { ok } = setUpManuals({ root: root.path });
  const first = await ok("manual_toc", { manual_id: "guide" });
  assert.deepEqual(first.next_cursor, { offset: 20 });
  const forms = [20, "20", 20.0, { offset: 20 }, { offset: "20" }];
  for (const cursor of forms) {
    const page = await ok("manual_toc", { manual_id: "guide", cursor });
    assert.equal(page.applied.offset, 20);
    assert.equal(page.items.length, 20);
    assert.deepEqual(page.next_cursor, { offset: 40 });
  }
  const last = await ok("manual_toc", { manual_id: "guide", cursor: 40 });
  assert.equal(last.items.length, 5);
  assert.deepEqual(last.next_cursor, { offset: null });
});

Deno.test("manual_toc refuses cursors and numbers of other kinds", async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path });
  const bad: Record<string, unknown>[] = [
    ...[-1, 1.5, true, "x", "", "1e2", [], { offset: -1 }, { start: 1 }]
      .map((cursor) => ({ cursor })),
    ...[0, 201, 1.5, true, "five", "1.5"].map((max_files) => ({
      max_files,
      path_prefix: "ops",
    })),
    ...[0, 201, false].map((n) => ({ max_headings_per_file: n })),
    { depth: "full" },
    { path_prefix: 5 },
    { manual_id: "" },
    { manual_id: 7 },
  ];
  for (const args of bad) {
    const failure = await fails("manual_toc", { manual_id: "guide", ...args });
    assert.equal(failure.code, "invalid_parameter", JSON.stringify(args));
  }
});

Deno.test("manual_toc takes a prefix by whole segments, a directory or one file", async () => {
  using root = makeManualRoot({ ...FILES, "guide/x.html": "" });
  const { ok, fails } = setUpManuals({ root: root.path });
  const paths = async (path_prefix: string): Promise<string[]> =>
    (await ok("manual_toc", { manual_id: "guide", path_prefix })).items
      .map((item: { path: string }) => item.path);
  assert.deepEqual(await paths("ops"), ["ops/run.md", "ops/sub/stop.md"]);
  assert.deepEqual(await paths("./ops//sub/"), ["ops/sub/stop.md"]);
  assert.deepEqual(await paths("intro.md"), ["intro.md"]);
  for (const path_prefix of ["op", "intro", "nope/x.md", "x.html"]) {
    const args = { manual_id: "guide", path_prefix };
    assert.equal((await fails("manual_toc", args)).code, "not_found");
  }
});

Deno.test("manual_toc gives a JSON file one heading and cuts others", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const headings = async (args: object): Promise<unknown> =>
    (await ok("manual_toc", { manual_id: "guide", depth: "deep", ...args }))
      .items[0].headings;
  assert.deepEqual(await headings({ path_prefix: "data.json" }), [
    { title: "data.json", line_start: 1 },
  ]);
  const one = { path_prefix: "intro.md", max_headings_per_file: 1 };
  assert.deepEqual(await headings(one), [{ title: "Intro", line_start: 1 }]);
});

Deno.test("manual_toc reports files that cannot be read, and lists the rest", async () => {
  using root = makeManualRoot({
    ...FILES,
    "guide/ops/bad.md": new Uint8Array([0xff]),
    "guide/ops/gone.md": "",
  });
  const files = {
    ...testFiles,
    readSync: (path: string) => {
      if (path.endsWith("run.md")) throw new FileError("denied", path, "no");
      return testFiles.readSync(path);
    },
    listSync: (path: string) => {
      if (path.endsWith("sub")) throw new FileError("denied", path, "no");
      return testFiles.listSync(path);
    },
    lstatSync: (path: string) => {
      const stat = testFiles.lstatSync(path);
      if (stat && path.endsWith("gone.md")) Deno.removeSync(path);
      return stat;
    },
  };
  const { ok } = setUpManuals({ root: root.path, files });
  const args = { manual_id: "guide", depth: "deep", path_prefix: "ops" };
  const { items, skipped } = await ok("manual_toc", args);
  assert.deepEqual(items, [
    { path: "ops/bad.md", headings: [], problem: "undecodable" },
    { path: "ops/gone.md", headings: [], problem: "vanished" },
    { path: "ops/run.md", headings: [], problem: "unreadable" },
  ]);
  assert.deepEqual(skipped, [{ path: "ops/sub", reason: "unreadable" }]);
});

Deno.test("manual_toc proposes no more directories than it lists files", async () => {
  using root = makeManualRoot(Object.fromEntries(
    Array.from({ length: 210 }, (_, i) => [`guide/${i}/a.md`, ""]),
  ));
  const { fails } = setUpManuals({ root: root.path });
  const { details } = await fails("manual_toc", { manual_id: "guide" });
  assert.equal(details.directories.length, 200);
});

Deno.test("manual_toc proposes no directories where there are none", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 201 }, (_, i) => [`guide/flat/${i}.md`, ""]),
  );
  using root = makeManualRoot(files);
  const { fails } = setUpManuals({ root: root.path });
  const args = { manual_id: "guide", path_prefix: "flat" };
  const { message, details } = await fails("manual_toc", args);
  assert.deepEqual(details.directories, []);
  assert.match(message, /; use manual_find, or manual_ls for the names$/);
});

Deno.test("manual_toc stops between large files when it is cancelled", async () => {
  const text = "x".repeat(1_000_000);
  using root = makeManualRoot({ "guide/a/1.md": text, "guide/a/2.md": text });
  const controller = new AbortController();
  const read: string[] = [];
  const files = {
    ...testFiles,
    readSync: (path: string) => {
      read.push(path.slice(-4));
      controller.abort(new Error("cancelled"));
      return testFiles.readSync(path);
    },
  };
  const { tools } = setUpManuals({ root: root.path, files });
  const toc = tools.find(({ definition }) => definition.name === "manual_toc");
  const args = { manual_id: "guide", path_prefix: "a", depth: "deep" };
  const { signal } = controller;
  const context = { signal, caller: STDIO_CALLER, progress() {} };
  await assert.rejects(async () => await toc?.call(args, context), /cancelled/);
  assert.deepEqual(read, ["1.md"]);
});
