import assert from "node:assert/strict";
import { hasLanceParts } from "../kit/lance_parts.ts";
import { runTarget } from "../../scripts/fuzz/run_target.ts";
import { TARGETS } from "../../scripts/fuzz/targets.ts";

const SECONDS = 1;

for (const target of TARGETS) {
  Deno.test({
    name: `fuzz target ${target.name} finds nothing in a second`,
    // It would be installed: much for a test.
    ignore: target.name === "published" && !await hasLanceParts(),
    async fn() {
      const { findings, cases, skipped } = await runTarget(target, {
        seed: 20261116,
        seconds: SECONDS,
      });
      assert.deepEqual(findings, []);
      assert.ok(cases > 0 || skipped !== undefined, "something was tried");
    },
  });
}
