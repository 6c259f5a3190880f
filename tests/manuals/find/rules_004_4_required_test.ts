/**
 * The fixed rules of the specification of `manual_find` (004 §4), one by one,
 * on the engine: required terms. What concerns the public form is in `tests/tools`.
 */
import assert from "node:assert/strict";
import { ask, itemsOf, refused, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

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
  // No section holds both, one holds what is left.
  assert.equal(applied.required_strict_candidates, 0);
  assert.equal(applied.required_filtered_candidates, 1);
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
