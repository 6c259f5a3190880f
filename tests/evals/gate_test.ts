/** Fails when the quality of retrieval on the small collection drops. */
import assert from "node:assert/strict";
import { writeManual } from "../../scripts/eval/collection.ts";
import { judge, meanMetrics } from "../../scripts/eval/metrics.ts";
import { measureForms } from "../../scripts/eval/forms.ts";
import { loadSmallSet } from "../../scripts/eval/small_set.ts";
import {
  defaultSettings,
  openEvalFinder,
  openOurs,
} from "../../scripts/eval/systems.ts";

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

Deno.test("manual_find keeps its quality whatever the form of a query", async () => {
  const collection = await loadSmallSet();
  const root = await writeManual(collection.documents);
  for (const half of ["a", "b"] as const) {
    const finder = openEvalFinder(root, defaultSettings());
    const figures = await measureForms(finder, collection, {
      half,
      limits: { queries: 100, headings: 100, codes: 400 },
    });
    await finder.close();
    const figure = new Map(figures.map((one) => [one.name, one]));
    for (
      const [name, least] of [
        ["plain", 1],
        ["as a question", 0.95],
        ["pasted with output around it", 0.95],
        ["with a typo", 0.93],
        ["a heading brings its section first", 0.85],
        ["codes and names found", 1],
      ] as const
    ) {
      const { count = 0, share = 0, ratio = share } = figure.get(name) ?? {};
      assert.equal(count > 0 && ratio >= least, true, `${name}: ${ratio}`);
    }
  }
  await Deno.remove(root, { recursive: true });
});
