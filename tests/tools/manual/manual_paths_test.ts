import assert from "node:assert/strict";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const TEXT = "# Install\nrun the zebra\n";
const FIND = { query: "zebra", required_terms: ["zebra"] };

Deno.test("manuals.paths are manuals beside those of the root", async () => {
  using root = makeManualRoot({ "guide/a.md": TEXT });
  using other = makeManualRoot({ "deep/b.md": TEXT });
  const paths = { docs: `${other.path}/deep` };
  const { ok } = setUpManuals({ root: root.path, paths });
  const { items } = await ok("manual_ls");
  assert.deepEqual(items, [
    { id: "docs", name: "docs", kind: "dir" },
    { id: "guide", name: "guide", kind: "dir" },
  ]);
  const toc = await ok("manual_toc", { manual_id: "docs" });
  assert.deepEqual(toc.items, [{ path: "b.md", headings: [] }]);
  const found = await ok("manual_find", { ...FIND, manual_id: "docs" });
  const [hit] = found.inline_hits.items;
  assert.equal(hit.ref.path, "b.md");
  assert.equal((await ok("manual_read", { ref: hit.ref })).text, TEXT);
});

Deno.test("manuals.paths need no root, and may be links", async () => {
  using other = makeManualRoot({ "deep/b.md": TEXT });
  Deno.symlinkSync(`${other.path}/deep`, `${other.path}/link`);
  const { ok, fails } = setUpManuals({
    root: null,
    paths: { docs: `${other.path}/link` },
  });
  assert.equal((await ok("manual_ls")).items.length, 1);
  const page = await ok("manual_scan", { manual_id: "docs", path: "b.md" });
  assert.equal(page.text, TEXT);
  const { code } = await fails("manual_scan", {
    manual_id: "docs",
    path: "../deep/b.md",
  });
  assert.equal(code, "invalid_path");
});

Deno.test("a directory of manuals.paths must be there when it is used", async () => {
  using root = makeManualRoot({ "guide/a.md": TEXT, "file": "x" });
  const paths = { gone: `${root.path}/nope`, flat: `${root.path}/file` };
  const { ok, fails } = setUpManuals({ root: root.path, paths });
  assert.equal((await ok("manual_ls")).items.length, 3);
  const gone = await fails("manual_toc", { manual_id: "gone" });
  assert.equal(gone.code, "not_found");
  assert.match(
    gone.message,
    /nope" as the manual "gone": it does not exist; set manuals\.paths\.gone to a directory$/,
  );
  const flat = await fails("manual_toc", { manual_id: "flat" });
  assert.match(flat.message, /it is not a directory/);
  await ok("manual_toc", { manual_id: "guide" });
});

Deno.test("node_modules is passed over, and says so when asked for", async () => {
  using root = makeManualRoot({
    "guide/a.md": TEXT,
    "guide/node_modules/p/README.md": TEXT,
    "node_modules/q/README.md": TEXT,
  });
  const { ok, fails } = setUpManuals({ root: root.path });
  assert.equal((await ok("manual_ls")).items.length, 1);
  assert.equal((await ok("manual_ls", { id: "guide" })).items.length, 1);
  const found = await ok("manual_find", { ...FIND, manual_id: "guide" });
  assert.equal(found.candidates, 1);
  const path = "node_modules/p/README.md";
  const { code, message } = await fails("manual_scan", {
    manual_id: "guide",
    path,
  });
  assert.equal(code, "forbidden");
  assert.match(message, /node_modules is passed over/);
});
