import { lots } from "./typos.ts";

/** How good one ranking is. */
export interface Metrics {
  readonly ndcg: number;
  readonly mrr: number;
  readonly recall: number;
  readonly hit5: number;
}

const DEPTH = 10;

/** Judges a ranking of distinct paths: nDCG, MRR and recall at 10, hit at 5. */
export function judge(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
): Metrics {
  const top = ranking.slice(0, DEPTH);
  const gain = (path: string): number => relevant.get(path) ?? 0;
  const discounted = (gains: readonly number[]): number =>
    gains.reduce((sum, g, i) => sum + (2 ** g - 1) / Math.log2(i + 2), 0);
  const ideal = [...relevant.values()].sort((a, b) => b - a).slice(0, DEPTH);
  const first = top.findIndex((path) => gain(path) > 0);
  const found = top.filter((path) => gain(path) > 0).length;
  return {
    ndcg: discounted(top.map(gain)) / discounted(ideal),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    recall: found / relevant.size,
    hit5: first >= 0 && first < 5 ? 1 : 0,
  };
}

/** The mean of each measure. */
export function meanMetrics(all: readonly Metrics[]): Metrics {
  const mean = (pick: (m: Metrics) => number): number =>
    all.reduce((sum, m) => sum + pick(m), 0) / Math.max(1, all.length);
  return {
    ndcg: mean((m) => m.ndcg),
    mrr: mean((m) => m.mrr),
    recall: mean((m) => m.recall),
    hit5: mean((m) => m.hit5),
  };
}

/** The value below which the given share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[
    Math.min(sorted.length - 1, Math.floor(share * sorted.length))
  ] ??
    0;
}

/** 95 % interval of the mean of paired differences, by bootstrap, seeded. */
export function bootstrapInterval(
  differences: readonly number[],
  rounds = 2000,
): { mean: number; low: number; high: number } {
  const lot = lots(20260223);
  const count = differences.length;
  const means = Array.from({ length: rounds }, () => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      sum += differences[lot(count)] ?? 0;
    }
    return sum / Math.max(1, count);
  });
  const mean = differences.reduce((sum, d) => sum + d, 0) / Math.max(1, count);
  return {
    mean,
    low: percentile(means, 0.025),
    high: percentile(means, 0.975),
  };
}

/** A figure to four places. */
export function rounded(figure: number): number {
  return Number(figure.toFixed(4));
}
