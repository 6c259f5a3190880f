import assert from "node:assert/strict";
import { requiredWeight } from "../../../../../src/manuals/search/local/rank/required_gate.ts";
import { candidate } from "../../../../kit/candidates.ts";
import { ask, itemsOf, setUpFinder } from "../../../../kit/find_setup.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";

const PAGES = {
  "guide/best.md": "# Alpha beta\nalpha beta\n",
  "guide/both.md": `# Both\nalpha and, much further down, beta: ${
    "x ".repeat(60)
  }\n`,
  "guide/a.md": "# One\nalpha\n",
  "guide/b.md": "# Other\nbeta\n",
};

Deno.test("the passes A, B and A+B count 1, 1 and 1.1 in their fusion", async () => {
  using root = makeManualRoot(PAGES);
  const finder = setUpFinder(root.path, {
    // Ranks alone, 1 / (1 + rank) each, mapped to the range of the scores.
    settings: { find: { required_rrf_k: 1, required_base_weight: 0 } },
  });
  const params = ask("alpha beta", ["alpha", "beta"]);
  const { trace_id } = await finder.find(params);
  assert.deepEqual(
    itemsOf(finder, trace_id, "gate_runs").slice(1)
      .map(({ pass, weight, candidates }) => [pass, weight, candidates]),
    [["A", 1, 3], ["B", 1, 3], ["A+B", 1.1, 2]],
  );
  const own = new Map(
    itemsOf(finder, trace_id).map((item) => {
      const parts: number[] = Object.values(item.rank_explain);
      return [item.ref.path, parts.reduce((sum, part) => sum + part, 0)];
    }),
  );
  const least = Math.min(...own.values());
  const most = own.get("best.md") ?? 0;
  // Second in every pass; best.md is first, the others third in one.
  const rrf = (1.1 / 3 + 2 / 3 - 1 / 4) / (1.1 / 2 + 1 - 1 / 4);
  const expected = least + rrf * (most - least);
  const { base_score } = itemsOf(finder, trace_id, "fusion_debug")
    .find(({ ref }) => ref.path === "both.md");
  assert.equal(expected > (own.get("both.md") ?? 0), true);
  // With a weight of 1 it would be 0.0026 of the range less.
  const error = Math.abs(base_score - expected) / (most - least);
  assert.equal(error < 0.001, true, `${base_score}, not ${expected}`);
});

Deno.test("a required term outside the query counts for the required gate alone", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# One\nzebra lion then more text\n",
    "guide/b.md": "# Two\nzebra lion lion lion text\n",
  });
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("zebra", "lion"));
  const ranks = itemsOf(finder, trace_id, "fusion_debug")
    .map(({ ref, ranks }) => [ref.path, ranks]);
  assert.deepEqual(Object.fromEntries(ranks), {
    "a.md": { g0: 1, g_req: 2 },
    "b.md": { g0: 2, g_req: 1 },
  });
});

Deno.test("requiredWeight() trusts a required gate less when it says little", () => {
  const base = Array.from({ length: 20 }, (_, i) => candidate(`${i}`, 1));
  assert.equal(requiredWeight(base, []), 0);
  assert.equal(requiredWeight([], base), 1.1);
  assert.equal(requiredWeight(base, base.slice(0, 2)), 0.55);
  assert.equal(requiredWeight(base, base), 0.95);
  assert.equal(requiredWeight(base, base.slice(10)), 1.1);
  const others = [...base.slice(0, 9), candidate("other", 1)];
  assert.equal(requiredWeight(base, others), 0.8);
});
