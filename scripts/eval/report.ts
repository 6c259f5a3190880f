import type { EvalQuery } from "./collection.ts";
import { halfOf } from "./half.ts";
import {
  bootstrapInterval,
  meanMetrics,
  type Metrics,
  percentile,
} from "./metrics.ts";

/** What one system did, query by query. */
export interface Row {
  readonly name: string;
  readonly metrics: readonly Metrics[];
  readonly times: readonly number[];
}

/** The head of a list of {@linkcode figures}. */
export const FIGURES_HEAD: string = "  " + "".padEnd(34) +
  " nDCG@10 MRR@10  R@10    hit@5      p50     p95 ms  nDCG difference, 95 %";

/** A row as one line, compared with another if there is one. */
export function figures(row: Row, other?: Row): string {
  const { ndcg, mrr, recall, hit5 } = meanMetrics(row.metrics);
  const means = [ndcg, mrr, recall, hit5].map((n) => n.toFixed(4)).join("  ");
  const times = [0.5, 0.95].map((share) =>
    percentile(row.times, share).toFixed(2).padStart(7)
  );
  return `  ${row.name.padEnd(34)} ${means}  ${times.join(" ")}` +
    (other ? `  ${difference(row, other)}` : "");
}

/** A row's median time over that of each other row, in one line. */
export function timeRatios(row: Row, others: readonly Row[]): string {
  const median = ({ times }: Row): number => percentile(times, 0.5);
  const ratios = others.map((other) =>
    `${(median(row) / median(other)).toFixed(2)} × ${other.name}`
  );
  return `    p50: ${ratios.join("; ")}`;
}

/** Mean difference in nDCG of two systems, paired, with its interval. */
function difference(row: Row, other: Row): string {
  const { mean, low, high } = bootstrapInterval(
    row.metrics.map((m, i) => m.ndcg - (other.metrics[i]?.ndcg ?? 0)),
  );
  return `${mean >= 0 ? "+" : ""}${mean.toFixed(4)} [${low.toFixed(4)}, ${
    high.toFixed(4)
  }]`;
}

/** The row with the highest mean nDCG. */
export function bestOf(rows: readonly Row[]): Row | undefined {
  const mean = (row: Row): number => meanMetrics(row.metrics).ndcg;
  return rows.toSorted((a, b) => mean(b) - mean(a))[0];
}

/** The head of a table of {@linkcode halfRows}. */
export const HALVES_HEAD: readonly string[] = [
  "| collection | half | queries | best baseline | its nDCG@10 | ours | difference, 95 % |",
  "| --- | --- | ---: | --- | ---: | ---: | --- |",
];

/**
 * Ours beside the best baseline on each half of the queries, as rows of a
 * table. The best is chosen for each half anew.
 */
export function halfRows(
  { name, queries }: {
    readonly name: string;
    readonly queries: readonly EvalQuery[];
  },
  ours: Row,
  baselines: readonly Row[],
): string[] {
  return (["a", "b"] as const).flatMap((half) => {
    const of = (row: Row): Row => ({
      ...row,
      metrics: row.metrics.filter((_, i) =>
        halfOf(queries[i]?.id ?? "") === half
      ),
    });
    const own = of(ours);
    const best = bestOf(baselines.map(of));
    if (!best || own.metrics.length === 0) return [];
    const [its, mine] = [best, own].map((row) =>
      meanMetrics(row.metrics).ndcg.toFixed(3)
    );
    const what = half === "a" ? "a (tune)" : "b (check)";
    const { length } = own.metrics;
    return [
      `| ${name} | ${what} | ${length} | ${best.name} | ${its} | ${mine} | ` +
      `${difference(own, best)} |`,
    ];
  });
}
