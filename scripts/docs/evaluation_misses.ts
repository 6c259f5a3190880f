/**
 * Where a recorded evaluation is behind: below a baseline or below a target.
 *
 * @module
 */
import {
  type CollectionFigures,
  type HalfFigures,
  PUBLISHED,
  RANDOM_TERM,
} from "../eval/figures.ts";
import { FAMILY, FORM } from "../eval/forms.ts";
import type { Metrics } from "../eval/metrics.ts";
import { differenceText } from "../eval/report.ts";

/** What is asked of every collection; the tests ask more of the small one. */
export const TARGETS = {
  /** The hit@5 of a question or a pasted error, over that of its keywords. */
  form: 0.95,
  /** The nDCG@10 that a required term drawn by lot may cost. */
  randomTerm: 0.01,
  /** How far published manuals may be from the embedded engine in nDCG@10. */
  published: 0.01,
  /** The share of codes and names of the text that are found. */
  codes: 1,
} as const;

/** Something that is behind: which collection, which half, what, by how much. */
export type Miss = readonly [
  set: string,
  half: string,
  what: string,
  by: string,
];

const MEASURES: Readonly<Record<keyof Metrics, string>> = {
  ndcg: "nDCG@10",
  mrr: "MRR@10",
  recall: "recall@10",
  hit5: "hit@5",
};

/** A figure to three places. */
export function short(figure: number): string {
  return figure.toFixed(3);
}

/** Every measure in which the best baseline is better than we are. */
export function behindBaselines(
  collections: readonly CollectionFigures[],
): Miss[] {
  return collections.flatMap(({ name, halves }) =>
    halves.flatMap((figures) =>
      (Object.keys(MEASURES) as (keyof Metrics)[]).flatMap((measure) => {
        const { half, baselines, ours } = figures;
        const best = baselines.toSorted((a, b) => b[measure] - a[measure])[0];
        if (!best || best[measure] <= ours[measure]) return [];
        const by = `${short(ours[measure])}, and ${best.name} ${
          short(best[measure])
        }`;
        return [[name, half, MEASURES[measure], by] satisfies Miss];
      })
    )
  );
}

/** How many targets there are, and those that are missed. */
export function judgeTargets(
  collections: readonly CollectionFigures[],
): { count: number; missed: Miss[] } {
  const judged = collections.flatMap((collection) => [
    ...collection.halves.flatMap((half) => [
      ...formsOf(collection.name, half),
      ...variantsOf(collection.name, half),
    ]),
    ...collection.texts.filter(({ name }) => name === FORM.code).map((
      { name, share },
    ): Judged => ({
      miss: [collection.name, "", name, `${short(share)} of ${TARGETS.codes}`],
      met: share >= TARGETS.codes,
    })),
  ]);
  return {
    count: judged.length,
    missed: judged.filter(({ met }) => !met).map(({ miss }) => miss),
  };
}

interface Judged {
  readonly miss: Miss;
  readonly met: boolean;
}

function formsOf(set: string, { half, forms }: HalfFigures): Judged[] {
  const asked: readonly string[] = [FORM.question, FORM.guessed, FORM.pasted];
  const questions = forms.filter(({ name }) =>
    asked.includes(name) || name.startsWith(FAMILY)
  );
  return questions.map(({ name, count, ratio = 0 }) => ({
    miss: [
      set,
      half,
      name,
      `${
        short(ratio)
      } of the plain hit@5, not ${TARGETS.form}; ${count} queries`,
    ],
    met: ratio >= TARGETS.form,
  }));
}

function variantsOf(set: string, { half, variants }: HalfFigures): Judged[] {
  const judge = (
    name: string,
    meets: (mean: number) => boolean,
  ): Judged[] => {
    const { difference } = variants.find((one) => one.name === name) ?? {};
    if (!difference) return [];
    const by = `nDCG@10 ${differenceText(difference)} to ${difference.to}`;
    return [{ miss: [set, half, name, by], met: meets(difference.mean) }];
  };
  return [
    ...judge(RANDOM_TERM, (mean) => mean >= -TARGETS.randomTerm),
    ...judge(PUBLISHED, (mean) => Math.abs(mean) <= TARGETS.published),
  ];
}
