/** Figures as lines of text. */
import {
  type CollectionFigures,
  type HalfFigures,
  OURS,
  type Row,
  type SystemFigures,
} from "./figures.ts";
import type { FormFigures } from "./forms.ts";
import { percentile } from "./metrics.ts";

const WIDTH = 36;

/** All figures of a collection. */
export function collectionLines(figures: CollectionFigures): string[] {
  const { name, documents, fingerprint, halves, texts } = figures;
  return [
    `${name}: ${documents} documents, fingerprint ${fingerprint}`,
    ...halves.flatMap(halfLines),
    ...formLines("taken from the documents", texts),
  ];
}

function halfLines(
  { half, queries, baselines, ours, variants, forms }: HalfFigures,
): string[] {
  const title = `half ${half}, ${queries} queries`;
  return [
    "",
    `  ${
      title.padEnd(WIDTH)
    } nDCG@10 MRR@10  R@10    hit@5   nDCG difference, 95 %`,
    ...[...baselines, ours, ...variants].map(systemLine),
    ...formLines("in other forms", forms),
  ];
}

/** A system's figures in one line. */
export function systemLine(system: SystemFigures): string {
  const { name, ndcg, mrr, recall, hit5, difference } = system;
  const means = [ndcg, mrr, recall, hit5].map((n) => n.toFixed(4)).join("  ");
  const told = difference
    ? `  ${differenceText(difference)} to ${difference.to}`
    : "";
  return `  ${name.padEnd(WIDTH)} ${means}${told}`;
}

/** A difference with its interval. */
export function differenceText(
  { mean, low, high }: {
    readonly mean: number;
    readonly low: number;
    readonly high: number;
  },
): string {
  return `${mean >= 0 ? "+" : ""}${mean.toFixed(4)} [${low.toFixed(4)}, ${
    high.toFixed(4)
  }]`;
}

function formLines(title: string, forms: readonly FormFigures[]): string[] {
  return [
    "",
    `  ${title.padEnd(WIDTH)} count  hit@5 or found`,
    ...forms.map(({ name, count, share, ratio }) => {
      const told = ratio === undefined ? "" : `  ${ratio.toFixed(3)} × plain`;
      return `  ${name.padEnd(WIDTH)} ${String(count).padStart(5)}  ${
        share.toFixed(4)
      }${told}`;
    }),
  ];
}

/** How long our queries took, and their median over that of each other row. */
export function timeLine(ours: Row, others: readonly Row[]): string {
  const at = ({ times }: Row, share: number): number =>
    percentile(times, share);
  const ratios = others.map((other) =>
    `; ${(at(ours, 0.5) / at(other, 0.5)).toFixed(2)} × ${other.name}`
  );
  const [p50, p95] = [0.5, 0.95].map((share) => at(ours, share).toFixed(2));
  return `  ${OURS}: p50 ${p50} ms, p95 ${p95} ms${ratios.join("")}`;
}
