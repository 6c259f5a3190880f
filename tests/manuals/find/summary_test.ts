import assert from "node:assert/strict";
import { summarize } from "../../../src/manuals/find/summary.ts";

Deno.test("summarize() judges how much was found, and how one-sided", () => {
  const searched = { files: 1, sections: 1 };
  const of = (paths: string[]) => {
    const { summary, gaps } = summarize(paths, searched);
    return [summary.integration_status, summary.gap_count, gaps[0]?.reason];
  };
  assert.deepEqual(of([]), ["blocked", 1, "no_candidates"]);
  assert.deepEqual(of(["a", "b"]), ["needs_followup", 1, "few_candidates"]);
  assert.deepEqual(of(["a", "b", "c"]), ["needs_followup", 0, undefined]);
  assert.deepEqual(of(["a", "b", "c", "d"]), ["ready", 0, undefined]);
  const biased = of(["a", "a", "a", "a", "b"]);
  assert.deepEqual(biased, ["needs_followup", 1, "file_bias"]);
});

Deno.test("summarize() tells the share of the file with the most sections", () => {
  const of = (paths: string[]) => summarize(paths, { files: 1, sections: 1 });
  const { gaps, summary } = of(["a", "a", "a", "a", "b"]);
  assert.equal(gaps[0]?.detail, "80% of the sections are of one file");
  assert.equal(summary.file_bias_ratio, 0.8);
  assert.equal(of(["a"]).summary.file_bias_ratio, 1);
  assert.equal(of([]).summary.file_bias_ratio, 0);
});
