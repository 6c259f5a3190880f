/** Fails when the quality of retrieval on the small collection drops. */
import assert from "node:assert/strict";
import type { FindSettings } from "../../src/manuals/search/settings.ts";
import { writeManual } from "../../scripts/eval/collection.ts";
import { INGREDIENTS, withSetting } from "../../scripts/eval/ingredients.ts";
import { judge, meanMetrics } from "../../scripts/eval/metrics.ts";
import {
  FAMILY,
  FORM,
  measureForms,
  measureTexts,
} from "../../scripts/eval/forms.ts";
import { loadSmallSet } from "../../scripts/eval/small_set.ts";
import {
  defaultSettings,
  openEvalFinder,
  openOurs,
} from "../../scripts/eval/systems.ts";

/** The mean quality on the small collection, and what was not found. */
async function measureSmall(
  settings: FindSettings,
): Promise<{ ndcg: number; missed: string[] }> {
  const { documents, queries } = await loadSmallSet();
  const root = await writeManual(documents);
  const ours = openOurs("ours", root, settings);
  const all = [];
  const missed: string[] = [];
  for (const { text, relevant } of queries) {
    const metrics = judge(await ours.rank(text), relevant);
    all.push(metrics);
    if (metrics.hit5 === 0) missed.push(text);
  }
  ours.close?.();
  await Deno.remove(root, { recursive: true });
  return { ndcg: meanMetrics(all).ndcg, missed };
}

// With one answer that falls from the first place to the second it is lower.
const LEAST = 0.99;

Deno.test("manual_find keeps its quality on the small collection", async () => {
  const { ndcg, missed } = await measureSmall(defaultSettings());
  assert.deepEqual(missed, []);
  assert.equal(ndcg >= LEAST, true, `nDCG@10 ${ndcg}`);
});

Deno.test("the small collection shows when a part of the ranking is off", async () => {
  for (
    const part of ["anchor", "context", "file", "heading"]
      .concat("names", "phrase", "title", "words")
  ) {
    const off = Object.entries(INGREDIENTS[part] ?? {}).reduce(
      (all, [key, value]) => withSetting(all, key, value),
      defaultSettings(),
    );
    const { ndcg } = await measureSmall(off);
    assert.equal(ndcg < LEAST, true, `without ${part}: ${ndcg}`);
  }
});

Deno.test("manual_find keeps its quality whatever the form of a query", async () => {
  const collection = await loadSmallSet();
  const root = await writeManual(collection.documents);
  const finder = openEvalFinder(root, defaultSettings());
  for (const half of ["a", "b"] as const) {
    const forms = await measureForms(finder, collection.queries, half);
    const limits = { headings: 100, codes: 400 };
    const texts = await measureTexts(finder, collection.documents, limits);
    const figures = [...forms, ...texts];
    const asked = figures.filter(({ name }) => name.startsWith(FAMILY));
    assert.equal(asked.length, 10);
    for (
      const [name, least] of [
        [FORM.plain, 1],
        [FORM.question, 0.95],
        [FORM.pasted, 0.95],
        ...asked.map(({ name }) => [name, 0.95] as const),
        [FORM.slip, 0.93],
        [FORM.heading, 0.85],
        [FORM.code, 1],
      ] as const
    ) {
      const { count = 0, share = 0, ratio = share } = figures.find((one) =>
        one.name === name
      ) ?? {};
      assert.equal(count > 0 && ratio >= least, true, `${name}: ${ratio}`);
    }
  }
  await finder.close();
  await Deno.remove(root, { recursive: true });
});
