import assert from "node:assert/strict";
import { type Manuals, openManuals } from "../../../src/manuals/mod.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { FileError, type Files } from "../../../src/runtime/runtime.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const FILES = { "guide/ops/a.md": "# A\n", "guide/ops/b.md": "# B\n" };
const DEEP = { manual_id: "guide", path_prefix: "ops", depth: "deep" } as const;

function open(root: string, files: Partial<Files> = {}): Manuals {
  const changed = { ...runtime.files, ...files };
  return openManuals({ root, runtime: { ...runtime, files: changed } });
}

Deno.test("Manuals.toc() reads no file that has become a link since it was listed", async () => {
  using root = makeManualRoot(FILES);
  let looks = 0;
  const manuals = open(root.path, {
    lstatSync: (path) => {
      const stat = runtime.files.lstatSync(path);
      // The first look is that of the walk.
      return stat && path.endsWith("a.md") && ++looks > 1
        ? { ...stat, kind: "symlink" }
        : stat;
    },
    readSync: (path) => {
      assert.match(path, /b\.md$/);
      return runtime.files.readSync(path);
    },
  });
  const { items } = await manuals.toc(DEEP);
  assert.deepEqual(items, [
    { path: "ops/a.md", headings: [], problem: "unreadable" },
    { path: "ops/b.md", headings: [{ title: "B", line_start: 1 }] },
  ]);
});

Deno.test("Manuals.toc() names the directory that it may not list", async () => {
  using root = makeManualRoot(FILES);
  const manuals = open(root.path, {
    listSync: (path) => {
      throw new FileError("denied", path, "no");
    },
  });
  const where = { "": "guide", "ops": "ops" };
  for (const [path_prefix, name] of Object.entries(where)) {
    await assert.rejects(manuals.toc({ manual_id: "guide", path_prefix }), {
      code: "forbidden",
      message: `Cannot open "${name}": permission denied`,
    });
  }
});

Deno.test("Manuals.toc() says which argument is wrong, without a schema before it", async () => {
  using root = makeManualRoot(FILES);
  const manuals = open(root.path);
  const depth = "deepest" as "deep";
  await assert.rejects(manuals.toc({ ...DEEP, depth }), {
    code: "invalid_parameter",
    message: 'Cannot use depth "deepest": give one of shallow, deep',
  });
  await assert.rejects(manuals.toc({ ...DEEP, path_prefix: "" }), {
    code: "invalid_parameter",
    problem: { kind: "deepManual", parameter: "path" },
  });
});

Deno.test("Manuals.toc() names the number that it cannot use", async () => {
  using root = makeManualRoot(FILES);
  const manuals = open(root.path);
  const wrong = {
    maxFiles: { max_files: 0 },
    maxHeadings: { max_headings_per_file: 0 },
    cursorOffset: { cursor: -1 },
  };
  for (const [parameter, numbers] of Object.entries(wrong)) {
    await assert.rejects(manuals.toc({ ...DEEP, ...numbers }), {
      code: "invalid_parameter",
      message: new RegExp(`^Cannot use ${parameter} `),
    });
  }
  const { items } = await manuals.toc({ ...DEEP, cursor: 0 });
  assert.equal(items.length, 2);
});

Deno.test("Manuals.toc() passes a defect on", async () => {
  using root = makeManualRoot(FILES);
  const readSync = (): never => {
    throw new RangeError("a defect");
  };
  await assert.rejects(open(root.path, { readSync }).toc(DEEP), /a defect/);
});

Deno.test("Manuals.toc() proposes directories below the prefix, be it only one", async () => {
  using root = makeManualRoot(Object.fromEntries(
    Array.from({ length: 201 }, (_, i) => [`guide/ops/x/${i}.md`, ""]),
  ));
  const manuals = open(root.path);
  const where = { "": "ops", "ops": "ops/x" };
  for (const [path_prefix, path] of Object.entries(where)) {
    await assert.rejects(manuals.toc({ manual_id: "guide", path_prefix }), {
      code: "needs_narrow_scope",
      problem: {
        kind: "tooManyFiles",
        total: 201,
        limit: 200,
        directories: [{ path, files: 201 }],
      },
    });
  }
});

Deno.test("Manuals.toc() refuses a file that it does not read", async () => {
  using root = makeManualRoot({ ...FILES, "guide/logo.png": "x" });
  const call = open(root.path).toc({ ...DEEP, path_prefix: "logo.png" });
  await assert.rejects(call, /^ManualError: Cannot find .*logo\.png/);
});

Deno.test("Manuals.toc() lets other work run between large files, and can be stopped there", async () => {
  const large = `# A\n${"text ".repeat(250_000)}`;
  const names = ["a", "b", "c"].map((name) => [`guide/ops/${name}.md`, large]);
  using root = makeManualRoot(Object.fromEntries(names));
  const controller = new AbortController();
  const read: string[] = [];
  const manuals = open(root.path, {
    readSync(path) {
      read.push(path);
      return runtime.files.readSync(path);
    },
  });
  const { signal } = controller;
  const listed = manuals.toc(DEEP, { signal });
  // Whatever runs meanwhile may ask it to stop.
  while (read.length === 0) await runtime.clock.turn();
  controller.abort(new Error("stopped"));
  await assert.rejects(listed, /stopped/);
  assert.ok(read.length < names.length, `${read.length} read`);
});
