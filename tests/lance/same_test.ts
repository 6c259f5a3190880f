import assert from "node:assert/strict";
import { publishedTarget } from "../../scripts/fuzz/published_target.ts";
import { runTarget } from "../../scripts/fuzz/run_target.ts";
import { lanceParts } from "../kit/lance_parts.ts";

Deno.test("published manuals give what files give, whatever they are asked", async () => {
  await lanceParts();
  const { findings, skipped } = await runTarget(publishedTarget, {
    ...{ seed: 1, cases: 400 },
  });
  assert.deepEqual([findings, skipped], [[], undefined]);
});
