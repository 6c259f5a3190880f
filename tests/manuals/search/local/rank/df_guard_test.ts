import assert from "node:assert/strict";
import { guardFrequencies } from "../../../../../src/manuals/search/local/rank/df_guard.ts";

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
