import assert from "node:assert/strict";
import { halfOf } from "../../scripts/eval/half.ts";
import { G0, OURS, type Row, systemsOf } from "../../scripts/eval/figures.ts";

Deno.test("halfOf() halves ids of every form, and never moves one", () => {
  for (
    const id of [(i: number) => `q${i}`, String, (i: number) => `${2 * i}`]
  ) {
    const ids = Array.from({ length: 1000 }, (_, i) => id(i));
    const first = ids.filter((one) => halfOf(one) === "a").length;
    assert.equal(first > 440 && first < 560, true, String(first));
  }
  assert.deepEqual(["q0", "q1", "q2", "36"].map(halfOf), ["b", "b", "a", "a"]);
});

function rowOf(name: string, scores: readonly number[]): Row {
  const metrics = scores.map((ndcg) => ({ ndcg, mrr: 0, recall: 0, hit5: 0 }));
  return { name, metrics, times: [] };
}

Deno.test("systemsOf() compares the queries of one half alone, with its best baseline", () => {
  const ids = Array.from({ length: 40 }, (_, i) => `q${i}`);
  const good = (half: string) => (id: string) => halfOf(id) === half ? 0.8 : 0;
  const rows = {
    baselines: ["a", "b"].map((half) =>
      rowOf(`good at ${half}`, ids.map(good(half)))
    ),
    ours: rowOf(OURS, ids.map((id) => halfOf(id) === "a" ? 0.9 : 0.7)),
    variants: [{ row: rowOf(G0, ids.map(() => 0.6)), to: OURS }],
  };
  const even = (to: string, mean: number) => ({
    to,
    mean,
    low: mean,
    high: mean,
  });
  const [a, b] = (["a", "b"] as const).map((half) => {
    const { ours, variants } = systemsOf(half, ids, rows);
    return [ours.ndcg, ours.difference, variants[0]?.difference];
  });
  assert.deepEqual(a, [0.9, even("good at a", 0.1), even(OURS, -0.3)]);
  assert.deepEqual(b, [0.7, even("good at b", -0.1), even(OURS, -0.1)]);
  const { queries } = systemsOf("a", ids, rows);
  assert.equal(queries, ids.filter((id) => halfOf(id) === "a").length);
});
