import assert from "node:assert/strict";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

Deno.test("manual_ls tells files directly in the root, but no pictures", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\n",
    "README.md": "# R\n",
    "more.MD": "# M\n",
    "old.html": "<p>",
    "logo.png": "x",
    "all.zip": "x",
    ".hidden.md": "x",
  });
  const { items, skipped } = await setUpManuals({ root: root.path })
    .ok("manual_ls");
  assert.equal(items.length, 1);
  assert.deepEqual(skipped, [
    { reason: "in_root", ending: ".html", count: 1 },
    { reason: "in_root", ending: ".md", count: 2 },
  ]);
});

Deno.test("manual_ls tells documents of a manual that are not read", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\n",
    "guide/b.md": new Uint8Array([0xff, 0xff]),
    "guide/c.pdf": "x",
    "guide/sub/d.html": "x",
    "guide/sub/e.HTML": "x",
    "guide/sub/f.png": "x",
    "other/a.md": "# A\n",
  });
  const { ok } = setUpManuals({ root: root.path });
  const { skipped, items } = await ok("manual_ls", { id: "guide" });
  assert.deepEqual(skipped, [
    { reason: "other_format", ending: ".html", count: 2 },
    { reason: "other_format", ending: ".pdf", count: 1 },
    { reason: "undecodable", ending: ".md", count: 1 },
  ]);
  const sub = await ok("manual_ls", { id: items[0].id });
  assert.deepEqual(sub.skipped, [
    { reason: "other_format", ending: ".html", count: 2 },
  ]);
  assert.equal("skipped" in await ok("manual_ls", { id: "other" }), false);
});

Deno.test("manual_ls gives a large directory in pages of 200", async () => {
  const names = Array.from(
    { length: 466 },
    (_, i) => `${String(i).padStart(3, "0")}.md`,
  );
  using root = makeManualRoot(
    Object.fromEntries(names.map((name) => [`guide/${name}`, ""])),
  );
  const { ok, fails } = setUpManuals({ root: root.path });
  const listed: string[] = [];
  const sizes: number[] = [];
  for (let cursor: unknown = null; cursor !== undefined;) {
    const page = await ok("manual_ls", { id: "guide", cursor });
    listed.push(...page.items.map(({ path }: { path: string }) => path));
    sizes.push(page.items.length);
    cursor = page.next_cursor;
  }
  assert.deepEqual(sizes, [200, 200, 66]);
  assert.deepEqual(listed, names);
  for (const cursor of [400, "400", { offset: 400 }]) {
    const page = await ok("manual_ls", { id: "guide", cursor });
    assert.equal(page.items.length, 66);
    assert.equal("next_cursor" in page, false);
  }
  const { code, message } = await fails("manual_ls", {
    cursor: { offset: -1 },
  });
  assert.equal(code, "invalid_parameter");
  assert.match(message, /cursor/);
});

Deno.test("manual_toc counts headings where it cuts them", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\n".repeat(61),
    "guide/b.md": "# B\n".repeat(20),
  });
  const { items } = await setUpManuals({ root: root.path }).ok("manual_toc", {
    manual_id: "guide",
    path_prefix: ".",
    depth: "shallow",
  });
  assert.deepEqual(Object.keys(items[0]), ["path", "headings"]);
  const deep = async (path_prefix: string) =>
    (await setUpManuals({ root: root.path }).ok("manual_toc", {
      manual_id: "guide",
      path_prefix,
      depth: "deep",
    })).items[0];
  const cut = await deep("a.md");
  assert.deepEqual([cut.headings.length, cut.heading_count], [20, 61]);
  assert.equal("heading_count" in await deep("b.md"), false);
});

Deno.test("manual_ls reads only so much to find what it cannot decode", async () => {
  const bytes = new Uint8Array(1_000_000).fill(0xff);
  using root = makeManualRoot(
    Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`guide/${i}.md`, bytes]),
    ),
  );
  let read = 0;
  const files = {
    ...testFiles,
    readSync(path: string): Uint8Array {
      const content = testFiles.readSync(path);
      read += content.length;
      return content;
    },
  };
  const { ok } = setUpManuals({ root: root.path, files });
  const { skipped } = await ok("manual_ls", { id: "guide" });
  assert.deepEqual(skipped, [
    { reason: "undecodable", ending: ".md", count: 4 },
  ]);
  assert.equal(read, 4_000_000);
});
