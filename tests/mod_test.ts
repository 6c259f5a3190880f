import assert from "node:assert/strict";
import * as mod from "../mod.ts";

Deno.test("mod.ts exports exactly its public names", () => {
  assert.deepEqual(Object.keys(mod).sort(), [
    "VERSION",
    "createLogger",
    "createServer",
    "defineTool",
    "loadConfig",
    "loadTools",
    "runtime",
  ]);
});

Deno.test("mod.ts tells the version of deno.json", async () => {
  const url = new URL("../deno.json", import.meta.url);
  const { version } = JSON.parse(await Deno.readTextFile(url));
  assert.equal(mod.VERSION, version);
});
