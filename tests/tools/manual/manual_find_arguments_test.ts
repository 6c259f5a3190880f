import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const SOURCE = new URL(
  "../../../src/tools/manual/manual_find.ts",
  import.meta.url,
);
const CONFIG = fileURLToPath(
  new URL("../../../scripts/deno.json", import.meta.url),
);

/** What the compiler says of the tool's module after a change. */
async function check(
  change: (source: string) => string,
): Promise<{ success: boolean; said: string }> {
  const directory = await Deno.makeTempDir();
  try {
    const source = await Deno.readTextFile(SOURCE);
    const text = change(source).replace(
      /(from ")(\.{1,2}\/[^"]+)/g,
      (_, from, path) => from + new URL(path, SOURCE).href,
    );
    const path = `${directory}/changed.ts`;
    await Deno.writeTextFile(path, text);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--config", CONFIG, path],
      env: { NO_COLOR: "1" },
    }).output();
    return { success, said: new TextDecoder().decode(stderr) };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("an argument that is only added to manual_find's schema does not compile", async () => {
  const same = await check((source) => source);
  assert.equal(same.success, true, same.said);
  const extra = 'fuzzy: { type: "boolean" },';
  for (const before of ["use_cache: {", "max_candidates: {"]) {
    const { success, said } = await check((source) => {
      assert.equal(source.split(before).length, 2, before);
      return source.replace(before, `${extra} ${before}`);
    });
    assert.equal(success, false, before);
    assert.match(said, /'fuzzy' does not exist in type/, before);
  }
});
