import assert from "node:assert/strict";
import { diagnoseRequired } from "../../../src/manuals/find/diagnose.ts";
import { candidate } from "../../kit/candidates.ts";

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
