import assert from "node:assert/strict";
import { ExpiringMap } from "../../../../src/manuals/find/expiring_map.ts";
import { defaultRequiredTerms } from "../../../../src/manuals/find/query/default_required.ts";
import { guardFrequencies } from "../../../../src/manuals/find/rank/df_guard.ts";
import { findRequired } from "../../../../src/manuals/find/rank/required.ts";
import { diagnoseRequired } from "../../../../src/manuals/find/report/diagnose.ts";
import { summarize } from "../../../../src/manuals/find/report/summary.ts";
import { completeTrace } from "../../../../src/manuals/find/report/trace.ts";
import { jaccard } from "../../../../src/manuals/find/semantic_cache.ts";
import { IndexView } from "../../../../src/manuals/index/index_view.ts";
import { TextAnalyzer } from "../../../../src/manuals/tokens/text_analyzer.ts";
import { candidate } from "../../../helpers/candidates.ts";
import { ManualClock } from "../../../helpers/manual_clock.ts";
import { segmentOf } from "../../../helpers/segments.ts";

Deno.test("findRequired() wants the words of a term side by side", () => {
  const view = new IndexView([segmentOf({
    "a.md": "t\npersistent volume claim",
    "b.md": "t\nvolume is persistent",
    "c.md": "t\n国民健康保険",
    "d.md": "t\n健康な国民の保険",
    "e.md": "t\nsee ab123",
    "volume.md": "t\nnothing",
  })]);
  const count = (term: string): number =>
    findRequired(view, term, new TextAnalyzer()).count;
  assert.equal(count("persistent volumes"), 1);
  assert.equal(count("健康保険"), 1);
  assert.equal(count("AB-123"), 1);
  assert.equal(count("volume"), 2);
  assert.equal(count("absent"), 0);
});

Deno.test("guardFrequencies() drops the common, keeps the rare, judges no small manual", () => {
  const term = (name: string, count: number) => ({
    term: name,
    terms: [],
    rows: [],
    count,
  });
  const rows = guardFrequencies([term("all", 90), term("one", 1)], 100);
  assert.deepEqual(rows.map(({ reason, dropped }) => [reason, dropped]), [
    ["too_common", true],
    ["too_rare", false],
  ]);
  assert.deepEqual(guardFrequencies([term("all", 10)], 10), []);
});

Deno.test("guardFrequencies() begins above 85 %, below 2 %, and at 20 sections", () => {
  const judge = (count: number, sections: number): unknown[] =>
    guardFrequencies([{ term: "x", terms: [], rows: [], count }], sections)
      .map(({ reason, doc_freq_ratio }) => [reason, doc_freq_ratio]);
  assert.deepEqual(judge(18, 20), [["too_common", 0.9]]);
  assert.deepEqual(judge(17, 20), []);
  assert.deepEqual(judge(19, 19), []);
  assert.deepEqual(judge(2, 100), []);
  assert.deepEqual(judge(1, 300), [["too_rare", 0.003333]]);
  assert.deepEqual(judge(0, 300), []);
});

Deno.test("diagnoseRequired() tells when no best candidate holds a required term", () => {
  const term = { term: "x", terms: ["x"], rows: [], count: 3 };
  const diagnose = (...marked: number[]) => {
    const final = Array.from({ length: 7 }, (_, i) =>
      candidate(`${i}`, 9 - i, {
        signals: marked.includes(i) ? ["required_term"] : [],
      }));
    return diagnoseRequired({
      requested: [term],
      filtered: [],
      requiredCandidates: 3,
      final,
      strict: 3,
      left: 3,
      sections: 9,
    });
  };
  const last = diagnose(5, 6);
  assert.equal(last.required_effect_status, "required_fallback");
  assert.equal(last.required_failure_reason, "required_terms_not_in_top_5");
  assert.deepEqual([last.required_top_k, last.required_top_hits], [5, 0]);
  const fifth = diagnose(4, 5);
  assert.equal(fifth.required_effect_status, "required_effective");
  assert.equal(fifth.required_failure_reason, null);
  assert.equal(fifth.required_top_hits, 1);
  const [stats] = fifth.required_terms_match_stats;
  assert.equal(stats?.matched_doc_ratio, 0.333333);
});

Deno.test("summarize() judges how much was found, and how one-sided", () => {
  const scanned = { files: 1, nodes: 1 };
  const of = (paths: string[]) => {
    const { summary, gaps } = summarize(paths, scanned);
    return [summary.integration_status, summary.gap_count, gaps[0]?.reason];
  };
  assert.deepEqual(of([]), ["blocked", 1, "no_candidates"]);
  assert.deepEqual(of(["a", "b"]), ["needs_followup", 1, "few_candidates"]);
  assert.deepEqual(of(["a", "b", "c"]), ["needs_followup", 0, undefined]);
  assert.deepEqual(of(["a", "b", "c", "d"]), ["ready", 0, undefined]);
  const biased = of(["a", "a", "a", "a", "b"]);
  assert.deepEqual(biased, ["needs_followup", 1, "file_bias"]);
});

Deno.test("004 §4: completeTrace() moves the diagnosis of an old trace into applied", () => {
  const old = {
    trace_id: "t",
    required_effect_status: "required_effective",
    selected_gate: "g0",
    gate_selection_reason: "old",
    requested_required_terms: ["a"],
    applied: { manual_id: "m", gate_selection_reason: "kept" },
  };
  assert.deepEqual(completeTrace(old), {
    trace_id: "t",
    applied: {
      manual_id: "m",
      required_effect_status: "required_effective",
      selected_gate: "g0",
      requested_required_terms: ["a"],
      gate_selection_reason: "kept",
    },
  });
  assert.deepEqual(completeTrace({ selected_gate: "g0" }), {
    applied: { selected_gate: "g0" },
  });
});

Deno.test("ExpiringMap() forgets the old and the surplus", () => {
  const clock = new ManualClock();
  const map = new ExpiringMap<number>(clock, { maxKeep: 2, ttlMs: 100 });
  map.set("a", 1);
  map.set("b", 2);
  map.set("c", 3);
  assert.deepEqual([map.get("a"), map.get("b")], [undefined, 2]);
  clock.advance(100);
  assert.deepEqual(map.values(), []);
});

Deno.test("ExpiringMap() takes what is set again for the youngest", () => {
  const clock = new ManualClock();
  const map = new ExpiringMap<number>(clock, { maxKeep: 2, ttlMs: 100 });
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  assert.deepEqual(map.values(), [3, 2]);
  map.set("c", 4);
  assert.deepEqual(map.values(), [4, 3]);
});

Deno.test("jaccard() is shared over all", () => {
  const b = new Map([["y", 1], ["z", 1]]);
  assert.equal(jaccard(new Set(["x", "y"]), b), 1 / 3);
  assert.equal(jaccard(new Set(), new Map()), 0);
});

Deno.test("defaultRequiredTerms() takes the two longest runs, earlier first", () => {
  assert.deepEqual(defaultRequiredTerms("ノードの健康状態を監視"), [
    "健康状態",
    "ノード",
  ]);
  assert.deepEqual(defaultRequiredTerms("aa bb"), ["aa", "bb"]);
  assert.deepEqual(defaultRequiredTerms("node node"), ["node"]);
  assert.deepEqual(defaultRequiredTerms("どうやるの"), ["どうやるの"]);
});
