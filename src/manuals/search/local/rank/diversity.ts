import { compareCandidates, rescored } from "./candidate.ts";
import type { Ranked } from "./ranked.ts";

/**
 * Lowers each further section of a file by a share of the best score, so that
 * one file does not fill the list.
 */
export function spreadPaths(
  rows: readonly Ranked[],
  weight: number,
): Ranked[] {
  const peak = rows.reduce(
    (most, row) => Math.max(most, row.candidate.score),
    0,
  );
  const earlier: number[] = [];
  return rows.map((row) => {
    const { file } = row.candidate;
    const before = earlier[file] ?? 0;
    earlier[file] = before + 1;
    const penalty = before * weight * peak;
    if (penalty === 0) return row;
    const { score, signals } = row.candidate;
    const candidate = rescored(row.candidate, score - penalty, signals);
    return { ...row, penalty, candidate };
  }).sort((a, b) => compareCandidates(a.candidate, b.candidate));
}
