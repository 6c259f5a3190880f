/**
 * The fixed rules of the specification of `manual_find` (004 §4), one by one,
 * on the engine. What concerns the public form is in `tests/tools`.
 */
import assert from "node:assert/strict";
import type { FindParams } from "../../../src/manuals/find/find_params.ts";
import {
  ask,
  itemsOf,
  pathsFor,
  settle,
  setUpFinder,
} from "../../helpers/find_setup.ts";
import { GUIDE } from "../../helpers/guide.ts";
import { makeManualRoot } from "../../helpers/manual_root.ts";

async function refused(params: unknown): Promise<string> {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  let code = "";
  await assert.rejects(finder.find(params as FindParams), (error: unknown) => {
    code = error instanceof Error && "code" in error ? String(error.code) : "";
    return true;
  });
  return code;
}

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
    const seats = itemsOf(finder, trace_id, "fusion_debug");
    return seats.filter(({ seat }) => seat === "exploration").length;
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

Deno.test("004 §4: required_terms are one or two non-empty strings", async () => {
  for (
    const required_terms of [undefined, [], ["a", "b", "c"], [""], [1], " "]
  ) {
    const params = { query: "a", manual_id: "guide", required_terms };
    assert.equal(await refused(params), "invalid_parameter");
  }
});

Deno.test("004 §4: g0 and g_req always run and are fused by RRF", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("restore the backup", "daemon"));
  const runs = itemsOf(finder, trace_id, "gate_runs");
  assert.deepEqual(runs.map(({ gate, pass }) => `${gate} ${pass}`), [
    "g0 base",
    "g_req A",
  ]);
  const [first] = itemsOf(finder, trace_id, "fusion_debug");
  assert.equal(Object.keys(first.ranks).includes("g0"), true);
  assert.equal(first.rrf > 0, true);
});

Deno.test("004 §4: an empty g_req falls back to g0 and says it was relaxed", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { applied, summary } = await finder.find(
    ask("restore backup", "xyzzy"),
  );
  assert.equal(applied.selected_gate, "g0");
  assert.equal(applied.required_terms_relaxed, true);
  assert.equal(
    applied.required_terms_relax_reason,
    "zero_candidates_with_required_terms",
  );
  assert.equal(applied.required_effect_status, "required_none_matched");
  assert.equal(applied.required_failure_reason, "required_terms_absent");
  assert.equal(summary.candidates > 0, true);
});

Deno.test("004 §4: source is user and the reason provided_by_caller", async () => {
  using root = makeManualRoot(GUIDE);
  const { applied } = await setUpFinder(root.path).find(ask("backup"));
  assert.equal(applied.required_terms_source, "user");
  assert.equal(applied.required_terms_decision_reason, "provided_by_caller");
});

Deno.test("004 §4: requested_required_terms are the normalised input, required_terms what was applied", async () => {
  using root = makeManualRoot(GUIDE);
  const { applied } = await setUpFinder(root.path).find(
    ask("backup", ["  ＢＡＣＫＵＰ ", "daemon"]),
  );
  assert.deepEqual(applied.requested_required_terms, ["backup", "daemon"]);
  assert.deepEqual(applied.required_terms, ["backup", "daemon"]);
});

Deno.test("004 §4: selected_gate and gate_selection_reason tell which gate decided", async () => {
  using root = makeManualRoot(GUIDE);
  const { applied } = await setUpFinder(root.path).find(ask("backup"));
  assert.equal(applied.selected_gate, "g_req");
  assert.equal(applied.gate_selection_reason, "rrf_fusion_with_required_gate");
});

const COMMON = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `guide/${i}.md`,
    `# Page ${i}\ncommon text\n`,
  ]),
);

Deno.test("004 §4: the DF guard drops a term that is too common and records it", async () => {
  using root = makeManualRoot({ ...COMMON, "guide/x.md": "# X\nrarity\n" });
  const { applied } = await setUpFinder(root.path).find(
    ask("common rarity", ["common", "rarity"]),
  );
  assert.deepEqual(applied.required_terms, ["rarity"]);
  assert.deepEqual(applied.required_terms_df_filtered[0], {
    term: "common",
    doc_freq: 30,
    doc_freq_ratio: 0.967742,
    reason: "too_common",
    dropped: true,
  });
  assert.equal(applied.required_effect_status, "term_dropped_or_weakened");
});

Deno.test("004 §4: the DF guard keeps a term that is too rare and records it", async () => {
  using root = makeManualRoot({
    ...COMMON,
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`guide/y${i}.md`, "# Y\nother\n"]),
    ),
    "guide/x.md": "# X\nrarity\n",
  });
  const { applied } = await setUpFinder(root.path).find(ask("rarity"));
  assert.equal(applied.required_terms_df_filtered[0]?.reason, "too_rare");
  assert.equal(applied.required_terms_df_filtered[0]?.dropped, false);
  assert.deepEqual(applied.required_terms, ["rarity"]);
});

Deno.test("004 §4: when all terms are too common, g0 decides and nothing is relaxed", async () => {
  using root = makeManualRoot(COMMON);
  const { applied } = await setUpFinder(root.path).find(ask("common"));
  assert.deepEqual(applied.required_terms, []);
  assert.equal(applied.required_terms_relaxed, false);
  assert.equal(applied.selected_gate, "g0");
  assert.equal(applied.gate_selection_reason, "all_required_terms_too_common");
  assert.equal(applied.required_failure_reason, "required_terms_too_common");
});

Deno.test("004 §4: required_effect_status weighs candidates and what is left on top", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const good = (await finder.find(ask("restore backup", "backup"))).applied;
  assert.equal(good.required_effect_status, "required_effective");
  assert.equal(good.required_failure_reason, null);
  const half = (await finder.find(ask("backup", ["backup", "xyzzy"]))).applied;
  assert.equal(half.required_effect_status, "term_dropped_or_weakened");
  assert.equal(half.required_failure_reason, "some_required_terms_absent");
});

Deno.test("004 §4: strict and filtered candidates count the sections with all terms", async () => {
  using root = makeManualRoot(GUIDE);
  const { applied } = await setUpFinder(root.path).find(
    ask("daemon backup", ["daemon", "backup"]),
  );
  assert.equal(applied.required_strict_candidates, 2);
  assert.equal(applied.required_filtered_candidates, 2);
});

Deno.test("004 §4: match stats and missing terms are told term by term", async () => {
  using root = makeManualRoot(GUIDE);
  const { applied } = await setUpFinder(root.path).find(
    ask("backup", ["backup", "xyzzy"]),
  );
  const counts = applied.required_terms_match_stats
    .map(({ term, matched_docs }) => [term, matched_docs]);
  assert.deepEqual(counts, [["backup", 3], ["xyzzy", 0]]);
  assert.deepEqual(applied.required_terms_missing, ["xyzzy"]);
});

Deno.test("004 §4: required_top_k and required_top_hits count the required signal on top", async () => {
  using root = makeManualRoot(GUIDE);
  const { applied } = await setUpFinder(root.path).find(
    ask("backup restore limits daemon", "backup"),
  );
  assert.equal(applied.required_top_k, 5);
  assert.equal(applied.required_top_hits, 3);
});

Deno.test("004 §4: a question for everything prefers manual_scan", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const all = await finder.find(ask("申請手続きを網羅的に", "申請"));
  assert.equal(all.next_actions[0]?.type, "manual_scan");
  const some = await finder.find(ask("申請手続き", "申請"));
  assert.equal(some.next_actions[0]?.type, "manual_hits");
});

Deno.test("004 §4: two required terms are tried as A, B and A+B", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(
    ask("daemon backup", ["daemon", "backup"]),
  );
  const runs = itemsOf(finder, trace_id, "gate_runs")
    .filter(({ gate }) => gate === "g_req");
  assert.deepEqual(runs.map(({ pass, terms }) => [pass, terms]), [
    ["A", ["daemon"]],
    ["B", ["backup"]],
    ["A+B", ["daemon", "backup"]],
  ]);
  const [best] = itemsOf(finder, trace_id);
  assert.equal(best.signals.includes("required_term_and"), true);
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

Deno.test("004 §4: use_cache defaults to SEM_CACHE_ENABLED", async () => {
  using root = makeManualRoot(GUIDE);
  const mode = async (enabled: boolean, use_cache?: boolean) => {
    const finder = setUpFinder(root.path, { settings: { cache: { enabled } } });
    const more = use_cache === undefined ? {} : { use_cache };
    return (await finder.find(ask("backup", "backup", more))).applied
      .sem_cache_mode;
  };
  assert.equal(await mode(true), "miss");
  assert.equal(await mode(false), "bypass");
  assert.equal(await mode(false, true), "miss");
  assert.equal(await mode(true, false), "bypass");
});

Deno.test("004 §4: include_claim_graph bypasses the cache", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  await finder.find(ask("backup"));
  const { applied } = await finder.find(
    ask("backup", "backup", { include_claim_graph: true, use_cache: true }),
  );
  assert.equal(applied.sem_cache_mode, "bypass");
});

Deno.test("004 §4: a cached result with too many gaps is searched again", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path, {
    settings: { cache: { max_summary_gap: 0 } },
  });
  const modes: string[] = [];
  for (const query of ["xylophone", "xylophone", "daemon", "daemon"]) {
    modes.push((await finder.find(ask(query))).applied.sem_cache_mode);
  }
  assert.deepEqual(modes, ["miss", "guard_revalidate", "miss", "exact"]);
});

Deno.test("004 §4: sem_cache_* tells of exact and semantic hits", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path, {
    settings: { cache: { sim_threshold: 0.6 } },
  });
  const first = await finder.find(ask("restore backup daemon", "backup"));
  const same = await finder.find(ask(" Restore  BACKUP daemon", "backup"));
  assert.equal(same.applied.sem_cache_mode, "exact");
  assert.equal(same.applied.sem_cache_score, 1);
  assert.equal(same.applied.sem_cache_hit, true);
  assert.equal((same.applied.sem_cache_latency_saved_ms ?? -1) >= 0, true);
  assert.notEqual(same.trace_id, first.trace_id);
  const alike = await finder.find(ask("backup daemon restore now", "backup"));
  assert.equal(alike.applied.sem_cache_mode, "semantic");
  assert.equal(alike.applied.sem_cache_score, 0.75);
  const number = await finder.find(ask("restore backup daemon 7", "backup"));
  assert.equal(number.applied.sem_cache_mode, "miss");
});

Deno.test("004 §4: a changed file makes the cache forget", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path);
  await finder.find(ask("zebra", "zebra"));
  root.write("guide/new.md", "# Zebra\nA zebra.\n");
  const { applied, summary } = await finder.find(ask("zebra", "zebra"));
  assert.equal(applied.sem_cache_mode, "miss");
  assert.equal(summary.candidates, 1);
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

Deno.test("004 §4: only_unscanned_from_trace_id searches just what was left out", async () => {
  using root = makeManualRoot({
    ...GUIDE,
    "guide/big.md": "# Big\nwalrus\n" + "x".repeat(2000),
  });
  const finder = setUpFinder(root.path, { settings: { max_file_bytes: 1000 } });
  const { trace_id } = await finder.find(ask("walrus"));
  const [left] = itemsOf(finder, trace_id, "unscanned");
  assert.deepEqual(left, {
    manual_id: "guide",
    path: "big.md",
    reason: "too_large",
  });
  root.write("guide/big.md", "# Small\nwalrus daemon\n");
  const params = ask("walrus daemon", "daemon", {
    only_unscanned_from_trace_id: trace_id,
  });
  const second = await finder.find(params);
  assert.equal(second.applied.sem_cache_mode, "bypass");
  assert.equal(second.summary.scanned_files, 1);
  assert.deepEqual(await pathsFor(finder, params), ["big.md"]);
});

Deno.test("004 §4: an unknown trace is not_found, one of another manual refused", async () => {
  using root = makeManualRoot({ ...GUIDE, "other/a.md": "# A\n" });
  const finder = setUpFinder(root.path);
  const unknown = ask("a", "a", { only_unscanned_from_trace_id: "nope" });
  await assert.rejects(finder.find(unknown), { code: "not_found" });
  const { trace_id } = await finder.find(ask("backup"));
  const foreign = { ...unknown, manual_id: "other" };
  await assert.rejects(
    finder.find({ ...foreign, only_unscanned_from_trace_id: trace_id }),
    { code: "invalid_parameter" },
  );
});

Deno.test("Finder.find() takes hostile queries for what they are: text", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const queries = [
    "x".repeat(10_000),
    "保険".repeat(5000),
    "(.*)+$ [a-z]{1000} \\b(?<=x) backup",
    "\ud800 backup \udc00",
    "backup\u0000daemon",
    '"; DROP TABLE docs; -- backup',
  ];
  for (const query of queries) {
    const { summary } = await finder.find(ask(query, query.slice(0, 200)));
    assert.equal(summary.scanned_files, 29);
  }
  const found = await pathsFor(finder, ask("backup\u0000restore", "backup"));
  assert.equal(found[0], "backup.md");
});

Deno.test("Finder.find() ranks the same whatever the order of indexing", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  await finder.find(ask("daemon"));
  root.write("guide/backup.md", `${GUIDE["guide/backup.md"]} `);
  root.write("guide/install.md", `${GUIDE["guide/install.md"]} `);
  const refreshed = await pathsFor(
    finder,
    ask("daemon shared topic", "daemon"),
  );
  const fresh = await pathsFor(
    setUpFinder(root.path),
    ask("daemon shared topic", "daemon"),
  );
  assert.deepEqual(refreshed, fresh);
});
