import assert from "node:assert/strict";
import {
  bootstrapInterval,
  judge,
  percentile,
} from "../../scripts/eval/metrics.ts";
import { timeLine } from "../../scripts/eval/report.ts";

Deno.test("judge() computes nDCG, MRR, recall and hit by hand", () => {
  const relevant = new Map([["a", 1], ["b", 1]]);
  const { ndcg, mrr, recall, hit5 } = judge(["x", "a", "y"], relevant);
  const ideal = 1 + 1 / Math.log2(3);
  assert.equal(ndcg, 1 / Math.log2(3) / ideal);
  assert.deepEqual([mrr, recall, hit5], [0.5, 0.5, 1]);
  assert.deepEqual(judge([], relevant), {
    ndcg: 0,
    mrr: 0,
    recall: 0,
    hit5: 0,
  });
});

Deno.test("bootstrapInterval() encloses the mean of constant differences", () => {
  assert.deepEqual(bootstrapInterval([0.5, 0.5, 0.5]), {
    mean: 0.5,
    low: 0.5,
    high: 0.5,
  });
});

Deno.test("percentile() takes the value at a share of the order", () => {
  assert.equal(percentile([3, 1, 2], 0.5), 2);
  assert.equal(percentile([], 0.5), 0);
});

Deno.test("timeLine() sets the median time beside that of the others", () => {
  const row = (name: string, ...times: number[]) => ({
    name,
    metrics: [],
    times,
  });
  const others = [row("A", 4, 2, 8), row("B", 1)];
  assert.equal(
    timeLine(row("ours", 1, 2, 90), others),
    "  manual_find: p50 2.00 ms, p95 90.00 ms; 0.50 × A; 2.00 × B",
  );
});
