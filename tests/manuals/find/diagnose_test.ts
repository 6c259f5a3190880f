import assert from "node:assert/strict";
import {
  diagnoseRequired,
  unusualTerms,
} from "../../../src/manuals/find/diagnose.ts";
import { hit } from "../../kit/hits.ts";

Deno.test("diagnoseRequired() tells when no best candidate holds a required term", () => {
  const diagnose = (...marked: number[]) => {
    const hits = Array.from(
      { length: 7 },
      (_, i) => hit({ signals: marked.includes(i) ? ["required_term"] : [] }),
    );
    const required = {
      sections: 9,
      terms: [{ term: "x", sections: 3 }],
      withAll: 3,
      withKept: 3,
      candidates: 3,
    };
    return diagnoseRequired({ required, hits, searchedAs: [], cut: false });
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

Deno.test("diagnoseRequired() tells what is absent from what was not searched", () => {
  const statusOf = (found: readonly number[], cut = false): unknown[] => {
    const terms = found.map((sections, i) => ({ term: `t${i}`, sections }));
    const counts = { withAll: 0, withKept: 0, candidates: 0 };
    const required = { sections: 30, terms, ...counts };
    const { required_effect_status, required_failure_reason } =
      diagnoseRequired({ required, hits: [], searchedAs: [], cut });
    return [required_effect_status, required_failure_reason];
  };
  const relaxed = "zero_candidates_with_required_terms";
  const none = "required_none_matched";
  const weaker = "term_dropped_or_weakened";
  assert.deepEqual(statusOf([0, 0]), [none, "required_terms_absent"]);
  assert.deepEqual(statusOf([0, 0], true), [none, relaxed]);
  assert.deepEqual(statusOf([0, 3]), [weaker, "some_required_terms_absent"]);
  assert.deepEqual(statusOf([0, 3], true), [weaker, relaxed]);
  assert.deepEqual(statusOf([3, 30]), [weaker, "required_terms_too_common"]);
  assert.deepEqual(statusOf([3, 4]), [none, relaxed]);
});

Deno.test("diagnoseRequired() tells when the required gate found nothing", () => {
  const gateOf = (candidates: number): unknown[] => {
    const { selected_gate, gate_selection_reason } = diagnoseRequired({
      required: {
        sections: 9,
        terms: [{ term: "x", sections: 3 }],
        ...{ withAll: 3, withKept: 3, candidates },
      },
      ...{ hits: [], searchedAs: [], cut: false },
    });
    return [selected_gate, gate_selection_reason];
  };
  assert.deepEqual(gateOf(0), ["g0", "required_gate_empty_fallback_to_g0"]);
  assert.deepEqual(gateOf(1), ["g_req", "rrf_fusion_with_required_gate"]);
});

Deno.test("unusualTerms() drops the common, keeps the rare, judges no small manual", () => {
  const terms = [{ term: "all", sections: 90 }, { term: "one", sections: 1 }];
  assert.deepEqual(
    unusualTerms(terms, 100).map(({ reason, dropped }) => [reason, dropped]),
    [["too_common", true], ["too_rare", false]],
  );
  assert.deepEqual(unusualTerms([{ term: "all", sections: 10 }], 10), []);
});

Deno.test("unusualTerms() begins above 85 %, below 2 %, and at 20 sections", () => {
  const judge = (found: number, sections: number): unknown[] =>
    unusualTerms([{ term: "x", sections: found }], sections)
      .map(({ reason, doc_freq_ratio }) => [reason, doc_freq_ratio]);
  assert.deepEqual(judge(18, 20), [["too_common", 0.9]]);
  assert.deepEqual(judge(17, 20), []);
  assert.deepEqual(judge(19, 19), []);
  assert.deepEqual(judge(2, 100), []);
  assert.deepEqual(judge(1, 300), [["too_rare", 0.003333]]);
  assert.deepEqual(judge(0, 300), []);
});
