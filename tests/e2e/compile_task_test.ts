import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };

Deno.test("compile task includes the modules that are loaded lazily", () => {
  // Computed imports are invisible to the compiler: it is told to take all.
  assert.match(manifest.tasks.compile, / --include src /);
});
