/** Fails when the quality of retrieval on the small collection drops. */
import assert from "node:assert/strict";
import { writeManual } from "../../scripts/eval/collection.ts";
import { judge, meanMetrics } from "../../scripts/eval/metrics.ts";
import { loadSmallSet } from "../../scripts/eval/small_set.ts";
import { defaultSettings, openOurs } from "../../scripts/eval/systems.ts";

Deno.test("manual_find keeps its quality on the small collection", async () => {
  const { documents, queries } = await loadSmallSet();
  const root = await writeManual(documents);
  const ours = openOurs("ours", root, defaultSettings());
  const all = [];
  const missed: string[] = [];
  for (const { text, relevant } of queries) {
    const metrics = judge(await ours.rank(text), relevant);
    all.push(metrics);
    if (metrics.hit5 === 0) missed.push(text);
  }
  ours.close?.();
  await Deno.remove(root, { recursive: true });
  const { ndcg, hit5 } = meanMetrics(all);
  assert.equal(hit5 === 1, true, `hit@5 ${hit5}: ${missed.join(", ")}`);
  assert.equal(ndcg >= 0.99, true, `nDCG@10 ${ndcg}`);
});
