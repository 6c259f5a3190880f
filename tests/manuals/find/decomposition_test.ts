/** What `MANUAL_FIND_QUERY_DECOMP_*` does to a question about two things. */
import assert from "node:assert/strict";
import type { FindSettings } from "../../../src/manuals/search/settings.ts";
import { ask, itemsOf, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

/** The passes of `g0`, and how each candidate came to its place. */
async function compare(find: Partial<FindSettings["find"]>): Promise<{
  passes: string[];
  scores: number[];
}> {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path, { settings: { find } });
  const { trace_id } = await finder.find(
    ask("backupとproxyの違い", "xylophone"),
  );
  return {
    passes: itemsOf(finder, trace_id, "gate_runs")
      .filter(({ gate }) => gate === "g0").map(({ pass }) => pass),
    scores: itemsOf(finder, trace_id, "fusion_debug")
      .map(({ base_score }) => base_score),
  };
}

Deno.test("query_decomp_enabled and query_decomp_max_sub_queries bound the passes", async () => {
  const passes = async (find: Partial<FindSettings["find"]>) =>
    (await compare(find)).passes;
  assert.deepEqual(await passes({ query_decomp_enabled: false }), ["base"]);
  assert.deepEqual(await passes({ query_decomp_max_sub_queries: 2 }), [
    "base",
    "sub_query",
  ]);
  assert.deepEqual(await passes({}), ["base", "sub_query", "sub_query"]);
});

Deno.test("query_decomp_base_weight and query_decomp_rrf_k weigh the passes", async () => {
  const scores = async (query_decomp_base_weight: number, k = 60) =>
    (await compare({ query_decomp_base_weight, query_decomp_rrf_k: k })).scores;
  assert.notDeepEqual(await scores(0), await scores(1));
  assert.notDeepEqual(await scores(0, 1), await scores(0, 1000));
  assert.deepEqual(await scores(1, 1), await scores(1, 1000));
});

Deno.test("a side with a single section is weighed like any other", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Backup\nHow to restore a backup.\n",
    "guide/b.md": "# Proxy\nHow to set a proxy.\n",
  });
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("backupとproxyの違い", "how"));
  const fused = itemsOf(finder, trace_id)
    .filter(({ signals }) => signals.includes("query_decomp_rrf"));
  assert.equal(fused.length, 2);
});
