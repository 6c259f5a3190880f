import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };

Deno.test("compile task includes every module that is loaded lazily", async () => {
  const path = new URL("../../src/lazy.ts", import.meta.url);
  const lazy = [...(await Deno.readTextFile(path)).matchAll(
    /\bload<\w+>\(\s*"\.\/([^"]+)"/g,
  )].map(([, module]) => `src/${module}`);
  const included = [...manifest.tasks.compile.matchAll(/--include (\S+)/g)]
    .map(([, module]) => module);
  assert(lazy.length > 0);
  assert.deepEqual(included.sort(), lazy.sort());
});
