import type { Candidate, Ranked } from "./candidate.ts";

/** More hits are never returned, whatever the budget. */
export const MAX_HITS = 50;
const KEEP = 10;
const MIN_SCORE_SHARE = 0.25;
const MIN_COVERAGE = 0.5;

/**
 * How many of the ranked candidates are worth returning: the list ends at the
 * first one, after the first ten, that is weak both in score and in coverage.
 */
export function cutoff(candidates: readonly Candidate[]): number {
  const enough = MIN_SCORE_SHARE * (candidates[0]?.score ?? 0);
  const weak = candidates.findIndex(({ score, coverage }, i) =>
    i >= KEEP && score < enough && coverage < MIN_COVERAGE
  );
  return weak < 0 ? candidates.length : weak;
}

/** The rows worth returning; the best of each gate is never cut off. */
export function cutTail(rows: readonly Ranked[]): Ranked[] {
  const kept = cutoff(rows);
  const tops = rows.slice(kept).filter(({ ranks }) => ranks.includes(1));
  return [
    ...rows.slice(0, kept),
    ...tops.map((row): Ranked => ({ ...row, seat: "gate_top" })),
  ];
}
