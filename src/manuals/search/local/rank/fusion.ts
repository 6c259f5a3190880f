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
  const rows: Fused[] = [];
  // Keys are small numbers: an array does what a map would.
  const byKey: Fused[] = [];
  lists.forEach(({ candidates, weight, signals: common = 0 }, list) => {
    candidates.forEach((candidate, i) => {
      const { key, score: base } = candidate;
      const rrf = weight / (k + i + 1);
      const signals = candidate.signals | common;
      const row = byKey[key];
      if (!row) {
        const ranks = lists.map(() => 0);
        ranks[list] = i + 1;
        byKey[key] = newRow(candidate, rrf, ranks, signals);
        rows.push(byKey[key]);
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
  return blend(rows, alpha, mark);
}

/** A row of the result while it is being made. */
interface Fused extends Ranked {
  candidate: Candidate;
  base: number;
  rrf: number;
  readonly ranks: number[];
  /** Of the candidate in every list. */
  signals: number;
}

function newRow(
  candidate: Candidate,
  rrf: number,
  ranks: number[],
  signals: number,
): Fused {
  const { score: base } = candidate;
  return { candidate, base, rrf, ranks, penalty: 0, seat: "ranked", signals };
}

/** Mixes both scores, each brought to 0..1, and maps back to the base's. */
function blend(
  rows: Fused[],
  alpha: number,
  mark: FusionOptions["mark"],
): Ranked[] {
  const base = rangeOf(rows, "base");
  const rrf = rangeOf(rows, "rrf");
  for (const row of rows) {
    const mixed = alpha * unit(row.base, base) +
      (1 - alpha) * unit(row.rrf, rrf);
    const score = base.span > 0
      ? base.low + mixed * base.span
      : row.base * (0.95 + 0.1 * unit(row.rrf, rrf));
    const signals = row.signals | (mark?.(row.ranks) ?? 0);
    row.candidate = rescored(row.candidate, score, signals);
  }
  return rows.sort((a, b) => compareCandidates(a.candidate, b.candidate));
}

interface Range {
  readonly low: number;
  readonly span: number;
}

function rangeOf(rows: readonly Fused[], score: "base" | "rrf"): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const { [score]: value } of rows) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, span: Math.max(0, high - low) };
}

function unit(value: number, { low, span }: Range): number {
  return span > 0 ? (value - low) / span : 0.5;
}
