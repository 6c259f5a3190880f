import assert from "node:assert/strict";
import { ManualError } from "../../../src/manuals/errors.ts";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import { type ManualLibrary, Manuals } from "../../../src/manuals/mod.ts";
import { runtime } from "../../../src/runtime/deno.ts";

/** A library without files: one manual, one page, each answer a turn later. */
function storedLibrary(path: string, text: string): ManualLibrary {
  const format = FORMATS.of(path);
  assert.ok(format);
  return {
    manuals: async () => await Promise.resolve([{ id: "stored" }]),
    list: async () =>
      await Promise.resolve({
        path: "",
        entries: [{ kind: "file", name: path, format }],
      }),
    walk: async () => await Promise.resolve({ paths: [path], skipped: [] }),
    async read(_, wanted) {
      await Promise.resolve();
      if (wanted === path) return { path, format, text, fingerprint: "1" };
      throw new ManualError({ kind: "missingPath", path: wanted });
    },
  };
}

Deno.test("Manuals lists, outlines and reads what lies in no file", async () => {
  const library = storedLibrary("page.md", "# A\none\n# B\ntwo\n");
  const manuals = new Manuals(library, { clock: runtime.clock });
  const { items } = await manuals.ls();
  assert.deepEqual(items, [{ id: "stored", name: "stored", kind: "dir" }]);
  const listed = await manuals.ls({ id: "stored" });
  assert.deepEqual(listed.items.map(({ path }) => path), ["page.md"]);
  const at = { manual_id: "stored", path: "page.md" };
  const toc = await manuals
    .toc({ manual_id: "stored", path_prefix: "page.md", depth: "deep" });
  assert.deepEqual(toc.items[0]?.headings.map(({ title }) => title), [
    "A",
    "B",
  ]);
  const section = await manuals.read({ ref: { ...at, start_line: 3 } });
  assert.equal(section.text, "# B\ntwo\n");
  assert.equal((await manuals.scan(at)).eof, true);
  await assert.rejects(manuals.scan({ ...at, path: "x.md" }), {
    code: "not_found",
  });
});
