import assert from "node:assert/strict";
import { createIndexStore } from "../../../src/manuals/index/index_store.ts";
import { runtime } from "../../../src/runtime/deno.ts";

const EMPTY = {
  corpus: { files: [], dirs: [], skipped: [] },
  problems: new Map(),
  segments: [],
};

function names(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map((entry) => entry.name).sort();
}

Deno.test("save() clears away what a killed process left, not what another one writes", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const store = createIndexStore(runtime.files, dir, "/manuals/guide");
    await store.save(EMPTY);
    const [index = ""] = names(dir);
    const old = `${index}.old.part`;
    const fresh = `${index}.fresh.part`;
    const other = "other.index.old.part";
    for (const name of [old, fresh, other]) {
      await Deno.writeTextFile(`${dir}/${name}`, "half");
    }
    const yesterday = Date.now() / 1000 - 24 * 60 * 60;
    for (const name of [old, other]) {
      await Deno.utime(`${dir}/${name}`, yesterday, yesterday);
    }
    await store.save(EMPTY);
    assert.deepEqual(names(dir), [index, fresh, other].sort());
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
