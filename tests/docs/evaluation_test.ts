import assert from "node:assert/strict";
import {
  evaluationPage,
  readEvaluation,
  RECORDED,
} from "../../scripts/docs/evaluation.ts";
import {
  behindBaselines,
  judgeTargets,
} from "../../scripts/docs/evaluation_misses.ts";
import { SETS } from "../../scripts/docs/evaluation_sets.ts";
import {
  type CollectionFigures,
  type Evaluation,
  G0,
  OURS,
  PUBLISHED,
  RANDOM_TERM,
  type SystemFigures,
} from "../../scripts/eval/figures.ts";
import { FAMILY, FORM } from "../../scripts/eval/forms.ts";

function system(name: string, ndcg: number, to = "", mean = 0): SystemFigures {
  const figures = { name, ndcg, mrr: ndcg, recall: ndcg, hit5: ndcg };
  if (to === "") return figures;
  return { ...figures, difference: { to, mean, low: mean, high: mean } };
}

function collection(baseline: number): CollectionFigures {
  return {
    name: "mine",
    documents: 1234,
    fingerprint: "0123456789ab",
    halves: (["a", "b"] as const).map((half) => ({
      half,
      queries: 50,
      baselines: [system("worst", 0.1), system("best", baseline)],
      ours: system(OURS, 0.7, "best", 0.7 - baseline),
      variants: [
        system(PUBLISHED, 0.68, OURS, -0.02),
        system(G0, 0.71, OURS, 0.01),
        system(RANDOM_TERM, 0.6, G0, half === "a" ? -0.005 : -0.011),
      ],
      forms: [
        { name: FORM.plain, count: 50, share: 0.8 },
        { name: FORM.question, count: 50, share: 0.76, ratio: 0.95 },
        { name: FORM.slip, count: 9, share: 1, ratio: 1 },
        { name: `${FAMILY}greeting`, count: 50, share: 0.75, ratio: 0.9375 },
      ],
    })),
    texts: [
      { name: FORM.heading, count: 20, share: 0.9 },
      { name: FORM.code, count: 30, share: 0.99 },
    ],
  };
}

function evaluation(...collections: CollectionFigures[]): Evaluation {
  return {
    date: "2026-11-18T18:30:00.000Z",
    versions: { "openai-responses-mcp": "1.2.3", deno: "2.9.6" },
    collections,
  };
}

Deno.test("behindBaselines() names every measure in which one is better", () => {
  assert.deepEqual(behindBaselines([collection(0.7)]), []);
  const [first, ...others] = behindBaselines([collection(0.72)]);
  assert.deepEqual(first, ["mine", "a", "nDCG@10", "0.700, and best 0.720"]);
  assert.equal(others.length, 2 * 4 - 1);
});

Deno.test("judgeTargets() counts all and names those that are missed", () => {
  const { count, missed } = judgeTargets([collection(0.5)]);
  // Two halves with two forms, a required term and published manuals; codes.
  assert.equal(count, 2 * 4 + 1);
  assert.deepEqual(missed.map(([, half, what]) => `${half} ${what}`), [
    `a ${FAMILY}greeting`,
    `a ${PUBLISHED}`,
    `b ${FAMILY}greeting`,
    `b ${RANDOM_TERM}`,
    `b ${PUBLISHED}`,
    ` ${FORM.code}`,
  ]);
});

Deno.test("evaluationPage() begins with what is behind", () => {
  const page = evaluationPage(evaluation(collection(0.72)));
  assert.match(page, /^Recorded on 2026-11-19 \(Asia\/Tokyo\) with version 1/);
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  assert.equal(sections[0], "Where it is behind");
  assert.match(page, /^A baseline is better here:$/m);
  assert.match(page, /^\| mine \| b \| hit@5 \| 0\.700, and best 0\.720 \|$/m);
  assert.match(page, /^3 of 9 targets are met; these are not:$/m);
  const good = evaluationPage(evaluation(collection(0.5)));
  assert.match(good, /^No baseline is better in any measure of any half\.$/m);
});

Deno.test("evaluationPage() shows both halves apart", () => {
  const page = evaluationPage(evaluation(collection(0.5)));
  const rows = [
    "| mine |  | 1,234 | 50 / 50 | 0123456789ab |",
    "| mine | a | best | 0.500 | 0.700 | +0.2000 [0.2000, 0.2000] |",
    "| best | 0.500 / 0.500 | 0.500 / 0.500 | 0.500 / 0.500 | 0.500 / 0.500 |",
    "| mine | b | 0.700 | 0.710 | 0.600 | -0.0110 [-0.0110, -0.0110] |",
    "| plain, hit@5 itself | 0.800 / 0.800 |",
    "| as a question | 0.950 / 0.950 |",
    "| with a slip of the pen | – / – |",
    "| mine | 20 | 0.900 | 30 | 0.990 |",
    "| mine | b | 0.700 | 0.680 | -0.0200 [-0.0200, -0.0200] |",
  ];
  for (const row of rows) assert.ok(page.split("\n").includes(row), row);
});

Deno.test("evaluationPage() says nothing of published manuals that were not measured", () => {
  const { halves, ...rest } = collection(0.5);
  const embedded = halves.map((half) => ({
    ...half,
    variants: half.variants.filter(({ name }) => name !== PUBLISHED),
  }));
  const page = evaluationPage(evaluation({ ...rest, halves: embedded }));
  assert.doesNotMatch(page, /ublished/);
});

Deno.test("the recorded run is whole, and the page tells what its sets are", () => {
  const { collections } = readEvaluation(Deno.readTextFileSync(RECORDED));
  assert.deepEqual(collections.map(({ name }) => name), Object.keys(SETS));
  for (const { halves } of collections) {
    assert.deepEqual(halves.map(({ half }) => half), ["a", "b"]);
    for (const { baselines, variants } of halves) {
      assert.ok(baselines.length >= 4);
      const names = variants.map(({ name }) => name);
      assert.deepEqual(names, [PUBLISHED, G0, RANDOM_TERM]);
    }
  }
});
