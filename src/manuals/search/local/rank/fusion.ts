import {
  type Candidate,
  compareCandidates,
  type FusionRanks,
  type Ranked,
} from "./candidate.ts";

/** One ranking that takes part in a fusion. */
export interface RankedList {
  readonly candidates: readonly Candidate[];
  readonly weight: number;
  /** Signals to add to all of them. */
  readonly signals?: number;
}

/** Options of {@linkcode fuse}. */
export interface FusionOptions {
  /** Rank constant: 1 / (k + rank). */
  readonly k: number;
  /** Share of the own score in the result; the rest is the ranks'. */
  readonly alpha: number;
  /** Signals to add to a candidate with these ranks. */
  readonly mark?: (ranks: FusionRanks) => number;
}

/**
 * Reciprocal rank fusion: what several rankings put high comes first. The
 * result's scores are on the scale of the candidates' own.
 */
export function fuse(
  lists: readonly RankedList[],
  { k, alpha, mark }: FusionOptions,
): Ranked[] {
  const sums: Sum[] = [];
  // Keys are small numbers: an array does what a map would.
  const byKey: Sum[] = [];
  lists.forEach(({ candidates, weight, signals: common = 0 }, list) => {
    candidates.forEach((candidate, i) => {
      const rrf = weight / (k + i + 1);
      const signals = candidate.signals | common;
      const sum = byKey[candidate.key];
      if (!sum) {
        const ranks = lists.map(() => 0);
        ranks[list] = i + 1;
        sums.push(byKey[candidate.key] = { candidate, rrf, ranks, signals });
        return;
      }
      sum.rrf += rrf;
      sum.ranks[list] = i + 1;
      sum.signals |= signals;
      if (candidate.score > sum.candidate.score) sum.candidate = candidate;
    });
  });
  return blend(sums, alpha, mark);
}

/** What the lists say of one section. */
interface Sum {
  /** In the list that gave it its best score. */
  candidate: Candidate;
  rrf: number;
  readonly ranks: number[];
  /** Of the candidate in every list. */
  signals: number;
}

/** Mixes both scores, each brought to 0..1, and maps back to the own ones. */
function blend(
  sums: readonly Sum[],
  alpha: number,
  mark: FusionOptions["mark"],
): Ranked[] {
  const own = rangeOf(sums, ({ candidate }) => candidate.score);
  const rrf = rangeOf(sums, (sum) => sum.rrf);
  return sums.map((sum) => {
    const { score } = sum.candidate;
    const mixed = alpha * unit(score, own) + (1 - alpha) * unit(sum.rrf, rrf);
    const fused = own.span > 0
      ? own.low + mixed * own.span
      : score * (0.95 + 0.1 * unit(sum.rrf, rrf));
    return rankedAs(sum, fused, sum.signals | (mark?.(sum.ranks) ?? 0));
  }).sort(compareCandidates);
}

function rankedAs(
  { candidate, rrf, ranks }: Sum,
  score: number,
  signals: number,
): Ranked {
  const { row, key, file, path, startLine } = candidate;
  const { parts, coverage, matched, matchedCounts } = candidate;
  // By name: this runs several times for every candidate, and a spread costs
  // twice.
  return {
    row,
    key,
    file,
    path,
    startLine,
    score,
    parts,
    coverage,
    matched,
    matchedCounts,
    signals,
    bestScore: candidate.score,
    rrf,
    ranks,
    penalty: 0,
    seat: "ranked",
  };
}

interface Range {
  readonly low: number;
  readonly span: number;
}

function rangeOf(
  sums: readonly Sum[],
  valueOf: (sum: Sum) => number,
): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const sum of sums) {
    const value = valueOf(sum);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, span: Math.max(0, high - low) };
}

function unit(value: number, { low, span }: Range): number {
  return span > 0 ? (value - low) / span : 0.5;
}
