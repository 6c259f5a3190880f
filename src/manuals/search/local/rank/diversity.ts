import { compareCandidates, type Ranked } from "./candidate.ts";

/**
 * Lowers each further section of a file by a share of the best score, so that
 * one file does not fill the list.
 */
export function spreadPaths(
  rows: readonly Ranked[],
  weight: number,
): Ranked[] {
  const peak = rows.reduce((most, { score }) => Math.max(most, score), 0);
  const earlier: number[] = [];
  return rows.map((row) => {
    const before = earlier[row.file] ?? 0;
    earlier[row.file] = before + 1;
    const penalty = before * weight * peak;
    return penalty === 0
      ? row
      : { ...row, penalty, score: row.score - penalty };
  }).sort(compareCandidates);
}
