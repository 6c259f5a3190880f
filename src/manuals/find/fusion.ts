import { type Candidate, compareCandidates, rescored } from "./candidate.ts";
import type { Ranked, Ranks } from "./ranked.ts";

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
  readonly mark?: (ranks: Ranks) => number;
}

/**
 * Reciprocal rank fusion: what several rankings put high comes first. The
 * result's scores are on the scale of the candidates' own.
 */
export function fuse(
  lists: readonly RankedList[],
  { k, alpha, mark }: FusionOptions,
): Ranked[] {
  const rows = new Map<number, Fused>();
  lists.forEach(({ candidates, weight, signals: common = 0 }, list) => {
    candidates.forEach((candidate, i) => {
      const { key, score: base } = candidate;
      const rrf = weight / (k + i + 1);
      const signals = candidate.signals | common;
      const row = rows.get(key);
      if (!row) {
        const ranks = lists.map(() => 0);
        ranks[list] = i + 1;
        rows.set(key, { candidate, base, rrf, ranks, signals });
        return;
      }
      row.rrf += rrf;
      row.ranks[list] = i + 1;
      row.signals |= signals;
      if (base <= row.base) return;
      row.base = base;
      row.candidate = candidate;
    });
  });
  return blend([...rows.values()], alpha, mark);
}

interface Fused {
  candidate: Candidate;
  base: number;
  rrf: number;
  ranks: number[];
  signals: number;
}

/** Mixes both scores, each brought to 0..1, and maps back to the base's. */
function blend(
  rows: readonly Fused[],
  alpha: number,
  mark: FusionOptions["mark"],
): Ranked[] {
  const base = rangeOf(rows.map((row) => row.base));
  const rrf = rangeOf(rows.map((row) => row.rrf));
  return rows.map((row) => {
    const mixed = alpha * unit(row.base, base) +
      (1 - alpha) * unit(row.rrf, rrf);
    const score = base.span > 0
      ? base.low + mixed * base.span
      : row.base * (0.95 + 0.1 * unit(row.rrf, rrf));
    const signals = row.signals | (mark?.(row.ranks) ?? 0);
    return {
      candidate: rescored(row.candidate, score, signals),
      base: row.base,
      rrf: row.rrf,
      ranks: row.ranks,
      penalty: 0,
      seat: "ranked",
    } satisfies Ranked;
  }).sort((a, b) => compareCandidates(a.candidate, b.candidate));
}

interface Range {
  readonly low: number;
  readonly span: number;
}

function rangeOf(values: readonly number[]): Range {
  const low = values.reduce((least, v) => Math.min(least, v), Infinity);
  const high = values.reduce((most, v) => Math.max(most, v), -Infinity);
  return { low, span: Math.max(0, high - low) };
}

function unit(value: number, { low, span }: Range): number {
  return span > 0 ? (value - low) / span : 0.5;
}
