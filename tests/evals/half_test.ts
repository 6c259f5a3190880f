import assert from "node:assert/strict";
import { halfOf } from "../../scripts/eval/half.ts";
import { bestOf, halfRows, type Row } from "../../scripts/eval/report.ts";

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

Deno.test("halfRows() compares with the best baseline of each half", () => {
  const ids = Array.from({ length: 40 }, (_, i) => `q${i}`);
  const queries = ids.map((id) => ({
    id,
    text: "",
    relevant: new Map<string, number>(),
    exclude: new Set<string>(),
  }));
  const good = (half: string) => (id: string) => halfOf(id) === half ? 0.8 : 0;
  const baselines = ["a", "b"].map((half) =>
    rowOf(`good at ${half}`, ids.map(good(half)))
  );
  const ours = rowOf("ours", ids.map(() => 0.9));
  const [a = "", b = ""] = halfRows({ name: "set", queries }, ours, baselines);
  assert.match(a, /a \(tune\).*good at a \| 0\.800 \| 0\.900 \| \+0\.1000/);
  assert.match(b, /b \(check\).*good at b \| 0\.800 \| 0\.900 \| \+0\.1000/);
  assert.equal(bestOf([...baselines, ours])?.name, "ours");
});
