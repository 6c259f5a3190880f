import type { Candidate } from "./candidate.ts";

/** More candidates are never returned, whatever the budget. */
export const HARD_LIMIT = 50;
const KEEP = 10;
const MIN_SCORE_SHARE = 0.25;
const MIN_COVERAGE = 0.5;

/**
 * How many of the ranked candidates are worth returning: the list ends at the
 * first one, after the first ten, that is weak both in score and in coverage.
 */
export function cutoff(
  candidates: readonly Candidate[],
  maxCandidates: number,
): number {
  const limit = Math.min(candidates.length, maxCandidates, HARD_LIMIT);
  const enough = MIN_SCORE_SHARE * (candidates[0]?.score ?? 0);
  for (let i = KEEP; i < limit; i++) {
    const candidate = candidates[i];
    if (!candidate) return i;
    if (candidate.score < enough && candidate.coverage < MIN_COVERAGE) return i;
  }
  return limit;
}
