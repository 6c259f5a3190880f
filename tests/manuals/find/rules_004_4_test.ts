/**
 * The fixed rules of the specification of `manual_find` (004 §4), one by one,
 * on the engine. What concerns the public form is in `tests/tools`.
 */
import assert from "node:assert/strict";
import {
  ask,
  findSettings,
  itemsOf,
  pathsFor,
  refused,
  setUpFinder,
} from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

Deno.test("004 §4: summary is a retrieval-only diagnosis, the same with a claim graph", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const plain = await finder.find(ask("daemon backup", "backup"));
  const graph = await finder.find(
    ask("daemon backup", "backup", { include_claim_graph: true }),
  );
  assert.deepEqual(graph.summary, plain.summary);
  assert.equal(plain.summary.scanned_files, 29);
});

Deno.test("004 §4: the score is idf × tf plus bonuses, minus penalties", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path, {
    settings: { lexical: { length_penalty_weight: 5 } },
  });
  const { trace_id } = await finder.find(ask("restore the backup", "backup"));
  const [best] = itemsOf(finder, trace_id);
  assert.equal(best.ref.path, "backup.md");
  assert.equal(best.rank_explain.base > 0, true);
  assert.equal(best.rank_explain.coverage > 0, true);
  assert.equal(best.rank_explain.phrase > 0, true);
  assert.equal(best.rank_explain.length_penalty <= 0, true);
});

Deno.test("004 §4: the weights of LEXICAL_* change the score", async () => {
  using root = makeManualRoot(GUIDE);
  const parts = async (weight: number) => {
    const finder = setUpFinder(root.path, {
      settings: { lexical: { coverage_weight: weight } },
    });
    const { trace_id } = await finder.find(ask("restore the backup", "backup"));
    return itemsOf(finder, trace_id)[0].rank_explain.coverage;
  };
  assert.equal(await parts(0), 0);
  const once = await parts(1);
  assert.equal(Math.abs(await parts(2) - 2 * once) < 1e-3, true);
});

Deno.test("004 §4: a number next to the word that names it earns a bonus", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("表 5", "表"));
  const [best] = itemsOf(finder, trace_id);
  assert.equal(best.signals.includes("number_context"), true);
  assert.equal(best.rank_explain.number_context, 0.8);
});

Deno.test("004 §4: MANUAL_FIND_EXPLORATION_* mixes in a fixed share of low ones", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 90 }, (_, i) => [
      `guide/d${i % 9}/f${i}.md`,
      `# Part ${i}\nword ${"filler ".repeat(i)}\n`,
    ]),
  );
  using root = makeManualRoot(files);
  const explored = async (settings: { exploration_enabled: boolean }) => {
    const finder = setUpFinder(root.path, { settings: { find: settings } });
    const { trace_id } = await finder.find(ask("word part", "word"));
    const low = itemsOf(finder, trace_id, "fusion_debug")
      .filter(({ seat }) => seat === "exploration");
    for (const { final_score, base_score } of low) {
      const scaled = base_score * findSettings().find.exploration_score_scale;
      assert.equal(Math.abs(final_score - scaled) < 1e-4, true);
    }
    return low.length;
  };
  assert.equal(await explored({ exploration_enabled: true }), 10);
  assert.equal(await explored({ exploration_enabled: false }), 0);
});

Deno.test("004 §4: a claim graph is built only with include_claim_graph", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  assert.equal("claim_graph" in await finder.find(ask("backup")), false);
  const { claim_graph } = await finder.find(
    ask("backup limits", "backup", { include_claim_graph: true }),
  );
  assert.equal((claim_graph?.claims.length ?? 0) > 0, true);
  assert.equal(claim_graph?.facets.length, 6);
});

Deno.test("004 §4: the claim graph is empty when its feature flag is off", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path, {
    settings: { find: { claim_graph_enabled: false } },
  });
  const { claim_graph } = await finder.find(
    ask("backup", "backup", { include_claim_graph: true }),
  );
  assert.deepEqual(claim_graph, {
    claims: [],
    evidences: [],
    edges: [],
    facets: [],
  });
});

Deno.test("004 §4: summary counts of conflicts and gaps equal the totals of manual_hits", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  for (const query of ["restore", "xylophone", "daemon backup port"]) {
    const { trace_id, summary } = await finder.find(
      ask(query, query.slice(0, 5)),
    );
    const total = (kind: "conflicts" | "gaps"): number =>
      finder.hits({ trace_id, kind }).total;
    assert.equal(summary.conflict_count, total("conflicts"));
    assert.equal(summary.gap_count, total("gaps"));
  }
});

Deno.test("004 §4: manual_id is required", async () => {
  assert.equal(
    await refused({ query: "a", required_terms: ["a"] }),
    "invalid_parameter",
  );
  assert.equal(
    await refused({ query: "a", required_terms: ["a"], manual_id: "" }),
    "invalid_parameter",
  );
});

Deno.test("004 §4: the root id manuals is refused", async () => {
  assert.equal(
    await refused(ask("a", "a", { manual_id: "manuals" })),
    "invalid_parameter",
  );
});

Deno.test("004 §4: the search never leaves the manual", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nshared here\n",
    "other/b.md": "# B\nshared there and elsewhere\n",
  });
  const finder = setUpFinder(root.path);
  const paths = await pathsFor(
    finder,
    ask("elsewhere shared", "elsewhere", { expand_scope: true }),
  );
  assert.deepEqual(paths, ["a.md"]);
});

Deno.test("004 §4: a search right after one of another manual stays in its own", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nshared here\n",
    "other/b.md": "# B\nshared there\n",
  });
  const finder = setUpFinder(root.path, { settings: { refresh_ms: 60_000 } });
  assert.deepEqual(await pathsFor(finder, ask("shared")), ["a.md"]);
  const other = { ...ask("shared"), manual_id: "other" };
  assert.deepEqual(await pathsFor(finder, other), ["b.md"]);
});

Deno.test("004 §4: requested_expand_scope is the input, expand_scope always false", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const absent = (await finder.find(ask("backup"))).applied;
  assert.deepEqual(
    [absent.requested_expand_scope, absent.expand_scope],
    [null, false],
  );
  const given = (await finder.find(ask("backup", "backup", {
    expand_scope: true,
  }))).applied;
  assert.deepEqual(
    [given.requested_expand_scope, given.expand_scope],
    [true, false],
  );
});

Deno.test("004 §4: a failed sub-query is tolerated; all failed means a plain search", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const passes = async (query: string): Promise<string[]> => {
    const { trace_id } = await finder.find(ask(query, "backup"));
    return itemsOf(finder, trace_id, "gate_runs")
      .filter(({ gate }) => gate === "g0").map(({ pass }) => pass);
  };
  assert.deepEqual(await passes("backupとproxyの違い"), [
    "base",
    "sub_query",
    "sub_query",
  ]);
  assert.deepEqual(await passes("backupと！？の違い"), ["base", "sub_query"]);
  const { trace_id } = await finder.find(ask("！？と…の違い", "backup"));
  assert.equal(itemsOf(finder, trace_id).length > 0, true);
});

Deno.test("004 §4: flags accept booleans only", async () => {
  for (const name of ["expand_scope", "include_claim_graph", "use_cache"]) {
    assert.equal(
      await refused({ ...ask("a"), [name]: "true" }),
      "invalid_parameter",
    );
    assert.equal(
      await refused({ ...ask("a"), [name]: 1 }),
      "invalid_parameter",
    );
  }
});

Deno.test("004 §4: diagnoses live in applied, not on the trace's top level", async () => {
  using root = makeManualRoot(GUIDE);
  const result = await setUpFinder(root.path).find(ask("backup"));
  const top = Object.keys(result);
  assert.deepEqual(top, ["trace_id", "applied", "summary", "next_actions"]);
  assert.equal("selected_gate" in result.applied, true);
});

Deno.test("004 §4: the budget has defaults and takes whole numbers of at least 1", async () => {
  for (const bad of [0, -1, 1.5, true, "x"]) {
    for (const name of ["time_ms", "max_candidates"]) {
      assert.equal(
        await refused({ ...ask("a"), budget: { [name]: bad } }),
        "invalid_parameter",
      );
    }
  }
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(
    ask("daemon backup", "daemon", { budget: { max_candidates: 2 } }),
  );
  assert.equal(itemsOf(finder, trace_id).length, 2);
});

Deno.test("004 §4: at most 50 candidates are returned, fewer by the dynamic cutoff", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `guide/f${i}.md`,
      i < 4
        ? "# Alpha beta gamma delta\nalpha beta gamma delta\n"
        : `# P\ndelta ${"x ".repeat(90)}\n`,
    ]),
  );
  using root = makeManualRoot(files);
  const finder = setUpFinder(root.path);
  const many = await finder.find(ask("delta"));
  assert.equal(many.summary.candidates, 50);
  const cut = await finder.find(ask("alpha beta gamma delta", "alpha"));
  assert.equal(cut.summary.candidates < 50, true);
});

Deno.test("004 §4: further sections of one path are lowered", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Word one\nword\n## Word two\nword\n## Word three\nword\n",
    "guide/b.md": "# Word\nword\n",
  });
  const finder = setUpFinder(root.path, {
    settings: { find: { diversity_weight: 0.3 } },
  });
  const { trace_id } = await finder.find(ask("word"));
  const rows = itemsOf(finder, trace_id, "fusion_debug");
  const ofA = rows.filter(({ ref }) => ref.path === "a.md")
    .map(({ diversity_penalty }) => diversity_penalty > 0);
  assert.deepEqual(ofA, [false, true, true]);
});

Deno.test("004 §4: candidates carry matched_tokens, token_hits, match_coverage, rank_explain", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("保険料の控除とは", "控除"));
  const [best] = itemsOf(finder, trace_id);
  assert.deepEqual(best.matched_tokens, ["保険料", "控除"]);
  assert.deepEqual(Object.keys(best.token_hits), ["保険料", "控除"]);
  assert.equal(best.match_coverage, 1);
  assert.equal(typeof best.rank_explain.base, "number");
});
