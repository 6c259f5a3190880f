import assert from "node:assert/strict";
import { makeId } from "../../../src/manuals/library/ids.ts";
import { FileError } from "../../../src/runtime/runtime.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const FILES = {
  "guide/intro.md": "# Intro",
  "guide/data.JSON": "{}",
  "guide/notes.html": "",
  "guide/b/deep.md": "",
  "guide/a.json/in.md": "",
  "api/x.md": "",
  "loose.md": "",
};

Deno.test('004 §2: id defaults to "manuals"', async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const listed = await ok("manual_ls");
  assert.equal(listed.id, "manuals");
  assert.deepEqual(await ok("manual_ls", { id: null }), listed);
  assert.deepEqual(await ok("manual_ls", { id: "manuals" }), listed);
});

Deno.test('004 §2: id "manuals" lists only the manual directories, one level', async () => {
  using root = makeManualRoot({ ...FILES, ".hidden/x.md": "" });
  Deno.symlinkSync(`${root.path}/guide`, `${root.path}/linked`);
  const { items } = await setUpManuals({ root: root.path }).ok("manual_ls");
  assert.deepEqual(items, [
    { id: "api", name: "api", kind: "dir" },
    { id: "guide", name: "guide", kind: "dir" },
  ]);
});

Deno.test("004 §2: the list can be asked for again and is the latest", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  assert.equal((await ok("manual_ls")).items.length, 2);
  root.write("new/a.md", "");
  const { items } = await ok("manual_ls");
  assert.deepEqual(items.map((i: { id: string }) => i.id), [
    "api",
    "guide",
    "new",
  ]);
});

Deno.test("004 §2: a manual's id lists its direct children only", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const { id, items } = await ok("manual_ls", { id: "guide" });
  assert.equal(id, "guide");
  assert.deepEqual(items.map((i: { path: string }) => i.path), [
    "a.json",
    "b",
    "data.JSON",
    "intro.md",
  ]);
});

Deno.test("004 §2: directories are kind dir, .md and .json files kind file", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const { items } = await ok("manual_ls", { id: "guide" });
  const kinds = items.map((
    { name, kind, file_type }: Record<string, unknown>,
  ) => [name, kind, file_type]);
  assert.deepEqual(kinds, [
    ["a.json", "dir", undefined],
    ["b", "dir", undefined],
    ["data.JSON", "file", "json"],
    ["intro.md", "file", "md"],
  ]);
});

Deno.test("004 §2: a file's id cannot be expanded", async () => {
  using root = makeManualRoot(FILES);
  const { ok, fails } = setUpManuals({ root: root.path });
  const { items } = await ok("manual_ls", { id: "guide" });
  const file = items.find((i: { name: string }) => i.name === "intro.md");
  const { code, message } = await fails("manual_ls", { id: file.id });
  assert.equal(code, "invalid_parameter");
  assert.match(message, /intro\.md.*is a file.*manual_read/);
  // Nor by any other spelling of an id.
  for (const [kind, path] of [["dir", "intro.md"], ["file", "b"]] as const) {
    const id = makeId({ kind, manual: "guide", path });
    const { code, details } = await fails("manual_ls", { id });
    assert.deepEqual([code, details.parameter], ["invalid_parameter", "id"]);
  }
});

Deno.test("manual_ls opens a directory by its id", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const { items } = await ok("manual_ls", { id: "guide" });
  const dir = items.find((i: { name: string }) => i.name === "b");
  assert.match(dir.id, /^dir::guide::[\w-]+$/);
  const inside = await ok("manual_ls", { id: dir.id });
  assert.equal(inside.items[0].path, "b/deep.md");
});

Deno.test("manual_ls refuses ids that are made up", async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path });
  const codeOf = async (id: unknown): Promise<string> => {
    const { code, details } = await fails("manual_ls", { id });
    assert.equal(details.parameter ?? details.issues[0].parameter, "id");
    return code;
  };
  assert.equal(await codeOf("nope"), "not_found");
  assert.equal(await codeOf("loose.md"), "not_found");
  assert.equal(await codeOf("../x"), "invalid_path");
  assert.equal(await codeOf("dir::guide::!"), "invalid_parameter");
  assert.equal(await codeOf("dir::guide::_w"), "invalid_parameter");
  assert.equal(await codeOf(`dir::guide::${btoa("../api")}`), "invalid_path");
  assert.equal(await codeOf(""), "invalid_parameter");
  assert.equal(await codeOf(5), "invalid_parameter");
});

Deno.test("manual_ls says which root is missing, at the call", async () => {
  using root = makeManualRoot();
  const gone = `${root.path}/gone`;
  const { code, message } = await setUpManuals({ root: gone })
    .fails("manual_ls");
  assert.equal(code, "not_found");
  assert.match(message, /gone.*MANUALS_ROOT/);
  const unset = await setUpManuals({ root: null }).fails("manual_ls");
  assert.equal(unset.code, "not_found");
});

Deno.test("manual_ls takes a root that is a symbolic link", async () => {
  using root = makeManualRoot(FILES);
  using other = makeManualRoot();
  Deno.symlinkSync(root.path, `${other.path}/link`);
  const { ok } = setUpManuals({ root: `${other.path}/link` });
  assert.equal((await ok("manual_ls", { id: "guide" })).items.length, 4);
});

Deno.test("manual_ls leaves out what it could not open: a name that is no UTF-8", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({
    root: root.path,
    files: {
      ...testFiles,
      // How both runtimes spell the bytes that they cannot decode.
      listSync: (path) => [
        ...testFiles.listSync(path),
        { name: "x\ufffd.md", kind: "file" },
        { name: "x\ufffd", kind: "dir" },
      ],
    },
  });
  for (const id of ["manuals", "guide"]) {
    const { items } = await ok("manual_ls", { id });
    assert.equal(JSON.stringify(items).includes("\ufffd"), false, id);
  }
});

Deno.test("manual_ls names the directory that it may not look into", async () => {
  using root = makeManualRoot(FILES);
  const files = {
    ...testFiles,
    listSync: (path: string): never => {
      throw new FileError("denied", path, "no");
    },
  };
  const { fails } = setUpManuals({ root: root.path, files });
  const ids = {
    guide: "guide",
    b: makeId({ kind: "dir", manual: "guide", path: "b" }),
  };
  for (const [name, id] of Object.entries(ids)) {
    const { code, message } = await fails("manual_ls", { id });
    assert.equal(code, "forbidden");
    assert.equal(message, `Cannot open "${name}": permission denied`);
  }
});
