import assert from "node:assert/strict";
import { compileArgs, lazyModules } from "../../scripts/compile.ts";

Deno.test("compile task includes every module that is loaded lazily", async () => {
  const modules = await lazyModules();
  const source = new URL("../../src/lazy.ts", import.meta.url);
  const loaders = (await Deno.readTextFile(source)).match(
    /^export function load/gm,
  );
  assert.equal(modules.length, loaders?.length);
  const args = await compileArgs();
  for (const path of [...modules, "src/worker.ts"]) {
    assert.ok(args.includes(path), path);
    await Deno.stat(new URL(`../../${path}`, import.meta.url));
  }
});
