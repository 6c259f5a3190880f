/**
 * What a run has found out, as it is printed and recorded: nothing in it
 * depends on the machine.
 *
 * @module
 */
import type { FormFigures } from "./forms.ts";
import { type Half, halfOf } from "./half.ts";
import {
  bootstrapInterval,
  meanMetrics,
  type Metrics,
  rounded,
} from "./metrics.ts";

/** Our engine, in figures. */
export const OURS = "manual_find";
/** Our engine over published manuals. */
export const PUBLISHED = "manual_find, published";
/** Our engine without required terms. */
export const G0 = "g0 alone";
/** Our engine with a required term drawn by lot. */
export const RANDOM_TERM = "one random required term";
/** Before the name of an ingredient: our engine with that switched off. */
export const WITHOUT = "without ";

/** What one system did, query by query. */
export interface Row {
  readonly name: string;
  readonly metrics: readonly Metrics[];
  readonly times: readonly number[];
}

/** All systems on one collection, in the order of its queries. */
export interface Rows {
  readonly baselines: readonly Row[];
  readonly ours: Row;
  /** Ours in other ways, each after what it is compared with. */
  readonly variants: readonly { readonly row: Row; readonly to: string }[];
}

/** A mean difference in nDCG@10, paired by query, with its 95 % interval. */
export interface Difference {
  /** The other system. */
  readonly to: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** How one system did on one half. */
export interface SystemFigures extends Metrics {
  readonly name: string;
  readonly difference?: Difference;
}

/** How all did on one half of the queries. */
export interface HalfFigures {
  readonly half: Half;
  readonly queries: number;
  readonly baselines: readonly SystemFigures[];
  readonly ours: SystemFigures;
  readonly variants: readonly SystemFigures[];
  /** The queries in other forms. */
  readonly forms: readonly FormFigures[];
}

/** How all did on one collection. */
export interface CollectionFigures {
  readonly name: string;
  readonly documents: number;
  /** Tells whether it is the same collection: of its texts and judgements. */
  readonly fingerprint: string;
  readonly halves: readonly HalfFigures[];
  /** What was taken from its documents, and asked for. */
  readonly texts: readonly FormFigures[];
}

/** A whole run. */
export interface Evaluation {
  readonly date: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly collections: readonly CollectionFigures[];
}

/** How the systems did on the queries of one half, whose ids are given. */
export function systemsOf(
  half: Half,
  ids: readonly string[],
  { baselines, ours, variants }: Rows,
): Pick<HalfFigures, "queries" | "baselines" | "ours" | "variants"> {
  const of = (row: Row): Row => ({
    ...row,
    metrics: row.metrics.filter((_, i) => halfOf(ids[i] ?? "") === half),
  });
  const own = of(ours);
  const others = variants.map(({ row, to }) => ({ row: of(row), to }));
  const named = new Map(
    [own, ...others.map(({ row }) => row)].map((row) => [row.name, row]),
  );
  return {
    queries: own.metrics.length,
    baselines: baselines.map((row) => figuresOf(of(row))),
    ours: figuresOf(own, bestOf(baselines.map(of))),
    variants: others.map(({ row, to }) => figuresOf(row, named.get(to))),
  };
}

/** The row with the highest mean nDCG. */
export function bestOf(rows: readonly Row[]): Row | undefined {
  const mean = (row: Row): number => meanMetrics(row.metrics).ndcg;
  return rows.toSorted((a, b) => mean(b) - mean(a))[0];
}

function figuresOf(row: Row, other?: Row): SystemFigures {
  const { ndcg, mrr, recall, hit5 } = meanMetrics(row.metrics);
  return {
    name: row.name,
    ndcg: rounded(ndcg),
    mrr: rounded(mrr),
    recall: rounded(recall),
    hit5: rounded(hit5),
    ...other && { difference: differenceOf(row, other) },
  };
}

function differenceOf(row: Row, other: Row): Difference {
  const { mean, low, high } = bootstrapInterval(
    row.metrics.map((m, i) => m.ndcg - (other.metrics[i]?.ndcg ?? 0)),
  );
  return {
    to: other.name,
    mean: rounded(mean),
    low: rounded(low),
    high: rounded(high),
  };
}
