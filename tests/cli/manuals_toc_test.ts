import assert from "node:assert/strict";
import { FileError } from "../../src/runtime/runtime.ts";
import { makeManualRoot, testFiles } from "../kit/manual_root.ts";
import { runManualsCommand as run } from "../kit/run_manuals.ts";

Deno.test("manuals toc says why it lists nothing", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\n",
    "empty/notes.html": "text",
  });
  const at = { root: root.path };
  const past = await run(["toc", "guide", "--offset", "1"], at);
  assert.deepEqual([past.code, past.out], [0, ""]);
  assert.match(
    past.err,
    /there is nothing after file 1; give a smaller --offset\n/,
  );
  const empty = await run(["toc", "empty"], at);
  assert.deepEqual([empty.code, empty.out], [0, ""]);
  assert.match(empty.err, /no Markdown, .* or JSON files here\n/);
});

Deno.test("manuals toc --deep says when a file may have more headings", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\n# B\n# C\n",
    "guide/b.md": "# B\n".repeat(201),
  });
  const note = async (most: string, path = "a.md"): Promise<string> => {
    const args = ["toc", "guide", path, "--deep", "--max-headings", most];
    return (await run(args, { root: root.path })).err;
  };
  assert.match(
    await note("2"),
    /at most 2 headings .* --max-headings \(up to 200\)\n$/,
  );
  assert.equal(await note("4"), "");
  assert.match(await note("200", "b.md"), /at most 200 .* are listed\n$/);
});

Deno.test("manuals toc names a directory that it cannot list", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\n", "guide/b/c.md": "" });
  const files = {
    ...testFiles,
    listSync(path: string) {
      if (!path.endsWith("/b")) return testFiles.listSync(path);
      throw new FileError("denied", path, new Error("denied"));
    },
  };
  const { out, err } = await run(["toc", "guide"], { root: root.path, files });
  assert.equal(out, "a.md\n");
  assert.match(err, /not listed: b \(unreadable\)\n/);
});

Deno.test("manuals toc joins what it has to say, and marks files without headings", async () => {
  using root = makeManualRoot({
    "guide/ops/a.md": "# A\n",
    "guide/ops/bad.md": new Uint8Array([0xff]),
    "guide/ops/c.md": "# C\n",
    "guide/ops/x/d.md": "",
    "guide/ops/y/d.md": "",
  });
  const files = {
    ...testFiles,
    listSync: (path: string) => {
      if (/[xy]$/.test(path)) throw new FileError("denied", path, "no");
      return testFiles.listSync(path);
    },
  };
  const args = ["toc", "guide", "ops", "--deep", "--max-files", "2"];
  const { out, err } = await run(args, { root: root.path, files });
  assert.equal(out, "ops/a.md\n      1  A\nops/bad.md  (undecodable)\n");
  assert.match(
    err,
    /: not listed: ops\/x \(unreadable\) and 1 more; 3 files; go on with --offset 2\n$/,
  );
});
