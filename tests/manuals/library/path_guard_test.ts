import assert from "node:assert/strict";
import {
  checkPath,
  resolveInside,
} from "../../../src/manuals/library/path_guard.ts";
import { FileError } from "../../../src/runtime/runtime.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const FILES = {
  "guide/a.md": "inside\n",
  "guide/sub/b.md": "",
  "guide/.env.md": "hidden\n",
  "guide/.git/c.md": "hidden\n",
  "guide/x.html": "",
  "guide/%2e%2e/e.md": "literal\n",
};

Deno.test("checkPath() says what is wrong with a path, and what to give", () => {
  const faults = {
    "a\0": ["nul", "it holds a NUL character"],
    "/a": ["absolute", "it is absolute"],
    "c:/a": ["drive", "it names a drive"],
    "a/../b": ["parent", 'it holds ".."'],
  };
  for (const [path, [fault, words]] of Object.entries(faults)) {
    assert.throws(() => checkPath(path), {
      message: `Cannot use path ${JSON.stringify(path)}: ${words}; ` +
        "give a path relative to the manual",
      problem: { kind: "path", parameter: "path", value: path, fault },
    });
  }
});

Deno.test("resolveInside() says why a name is hidden", () => {
  using root = makeManualRoot(FILES);
  const reasons = {
    ".env.md": "dot names are hidden",
    "\ufffd.md": "its name is no UTF-8",
  };
  for (const [path, reason] of Object.entries(reasons)) {
    assert.throws(() => resolveInside(testFiles, root.path, path), {
      code: "forbidden",
      message: `Cannot open "${path}": ${reason}`,
    });
  }
});

Deno.test("the path guard takes percent signs literally", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const args = { manual_id: "guide", path: "%2e%2e/e.md" };
  assert.equal((await ok("manual_scan", args)).text, "literal\n");
});

Deno.test("the path guard refuses manual ids that are paths", async () => {
  using root = makeManualRoot({ ...FILES, "guide/sub/deep/a.md": "" });
  const { fails } = setUpManuals({ root: `${root.path}/guide` });
  const codeOf = async (manual_id: string): Promise<string> =>
    (await fails("manual_scan", { manual_id, path: "a.md" })).code;
  assert.equal(await codeOf(".."), "invalid_path");
  assert.equal(await codeOf("sub/../.."), "invalid_path");
  assert.equal(await codeOf("/etc"), "invalid_path");
  assert.equal(await codeOf("."), "not_found");
  assert.equal(await codeOf("sub/deep"), "not_found");
  assert.equal(await codeOf(".git"), "forbidden");
  assert.equal(await codeOf("a.md"), "not_found");
});

Deno.test("the path guard notices a part that became a link after the check", async () => {
  using root = makeManualRoot(FILES);
  // Also next to the manual, by a name that begins like its own.
  using outside = makeManualRoot({ "s.md": "secret" });
  for (const place of [outside.path, `${root.path}/guide-other`]) {
    let read = false;
    const files = {
      ...testFiles,
      realPathSync: (path: string) =>
        path.endsWith("a.md") ? `${place}/s.md` : testFiles.realPathSync(path),
      readSync: (path: string) => {
        read = true;
        return testFiles.readSync(path);
      },
    };
    const { fails } = setUpManuals({ root: root.path, files });
    const args = { manual_id: "guide", path: "a.md" };
    assert.equal((await fails("manual_scan", args)).code, "out_of_scope");
    assert.equal(read, false);
  }
});

Deno.test("the path guard takes the root of the file system for a directory", () => {
  using root = makeManualRoot({ "a.md": "" });
  const [top = "/"] = /^(?:[a-z]:)?[/\\]/i.exec(root.path) ?? [];
  const path = `${root.path.slice(top.length).replaceAll("\\", "/")}/a.md`;
  assert.equal(resolveInside(testFiles, top, path).stat.kind, "file");
});

Deno.test("the path guard shows nothing of a file that became a link before it was read", async () => {
  using root = makeManualRoot(FILES);
  using outside = makeManualRoot({ "s.md": "secret" });
  const files = {
    ...testFiles,
    readSync: (path: string) => {
      Deno.removeSync(path);
      Deno.symlinkSync(`${outside.path}/s.md`, path);
      return testFiles.readSync(path);
    },
  };
  const { fails } = setUpManuals({ root: root.path, files });
  const args = { manual_id: "guide", path: "a.md" };
  assert.equal((await fails("manual_scan", args)).code, "forbidden");
});

Deno.test("an unreadable, a vanished and an undecodable file fail clearly", async () => {
  using root = makeManualRoot({
    ...FILES,
    "guide/bad.md": new Uint8Array([0x23, 0x20, 0xff]),
  });
  const failing = (kind: "denied" | "not_found") => ({
    ...testFiles,
    readSync: (path: string): Uint8Array => {
      throw new FileError(kind, path, "no");
    },
  });
  const args = { manual_id: "guide", path: "a.md" };
  const codeOf = async (files: typeof testFiles, path: string) =>
    (await setUpManuals({ root: root.path, files })
      .fails("manual_scan", { ...args, path })).code;
  assert.equal(await codeOf(failing("denied"), "a.md"), "forbidden");
  assert.equal(await codeOf(failing("not_found"), "a.md"), "not_found");
  assert.equal(await codeOf(testFiles, "bad.md"), "invalid_scope");
});

Deno.test("checkPath() gives a path its one spelling", () => {
  assert.equal(checkPath("./a//b/./c.md", "path"), "a/b/c.md");
  assert.equal(checkPath("a\\b.md", "path"), "a/b.md");
  assert.equal(checkPath("a\\b\\c.md", "path"), "a/b/c.md");
  assert.throws(() => checkPath("a\\b\\..\\..\\c.md"), /it holds "\.\."/);
  assert.equal(checkPath("", "path"), "");
  assert.equal(checkPath("..a/b..md", "path"), "..a/b..md");
});

Deno.test("every manual that is listed can be used, and every file", async () => {
  using root = makeManualRoot({
    "guide/Q: why.md": "# Why\n",
    "guide/back\\slash.md": "",
    "manuals/a.md": "",
    "c:/a.md": "",
    "D:/a.md": "",
    "dir::x/a.md": "",
    "file::x/a.md": "",
  });
  const { ok } = setUpManuals({ root: root.path });
  const { items } = await ok("manual_ls");
  assert.deepEqual(items, [{ id: "guide", name: "guide", kind: "dir" }]);
  const inside = (await ok("manual_ls", { id: "guide" })).items;
  assert.equal(inside.length, 1);
  const [{ path }] = inside;
  const page = await ok("manual_scan", { manual_id: "guide", path });
  assert.equal(page.text, "# Why\n");
});

Deno.test("an error about a manual or a file says what to give instead", async () => {
  using root = makeManualRoot({
    "guide/a.md": "",
    "guide/b.md": new Uint8Array([0xff]),
    "guide/c.html": "",
  });
  const { fails } = setUpManuals({ root: root.path });
  const said = async (manual_id: string, path: string): Promise<string> =>
    (await fails("manual_scan", { manual_id, path })).message;
  const id = "take the id of a manual from manual_ls";
  assert.equal(
    await said("nope", "a.md"),
    'Cannot find the manual "nope": there is "guide"',
  );
  assert.equal(
    await said("guide/x", "a.md"),
    'Cannot find the manual "guide/x": there is "guide"',
  );
  assert.equal(
    await said("../guide", "a.md"),
    `Cannot use manual_id "../guide": it holds ".."; ${id}`,
  );
  assert.match(
    await said("guide", "b.md"),
    /its text is neither UTF-8 nor UTF-16, Shift_JIS or EUC-JP/,
  );
  assert.match(
    await said("guide", "c.html"),
    /only Markdown \(\.md \.markdown \.mdx\), .* and JSON \(\.json\) are read/,
  );
  assert.match(await said("guide", "."), /Cannot read ".": it is a directory/);
  const long = `${"あ".repeat(100)}.md`;
  const { code } = await fails("manual_scan", {
    manual_id: "guide",
    path: long,
  });
  assert.equal(code, "not_found");
});

Deno.test("a manual that cannot be listed is told by its name", async () => {
  using root = makeManualRoot({ "guide/a.md": "" });
  const files = {
    ...testFiles,
    listSync: (path: string): never => {
      throw new FileError("denied", path, new Error("permission denied"));
    },
  };
  const { fails } = setUpManuals({ root: root.path, files });
  const message = 'Cannot open "guide": permission denied';
  const ls = await fails("manual_ls", { id: "guide" });
  assert.equal(ls.message, message);
  const toc = await fails("manual_toc", { manual_id: "guide" });
  assert.equal(toc.message, message);
});
