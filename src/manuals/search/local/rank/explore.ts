import type { FindSettings } from "../settings.ts";
import { type Candidate, rescored, SIGNALS } from "./candidate.ts";
import type { QueryPasses } from "./passes.ts";
import type { Ranked } from "./ranked.ts";
import type { RowSet } from "./row_set.ts";

/**
 * How many places of a list of `size` exploration may fill; the first one is
 * the ranking's own, however short the list.
 */
export function explorationQuota(
  size: number,
  find: FindSettings["find"],
): number {
  if (!find.exploration_enabled) return 0;
  const share = Math.ceil(size * find.exploration_ratio);
  return Math.min(size - 1, Math.max(find.exploration_min_candidates, share));
}

/** What {@linkcode explore} needs to know. */
export interface ExploreOptions {
  readonly size: number;
  readonly quota: number;
  readonly settings: FindSettings;
  readonly only?: RowSet;
}

/**
 * Fills the end of the list with sections that the ranking has no high opinion
 * of: good by their own text, in files that are not in the list yet. Returns
 * `size` rows at most.
 */
export function explore(
  rows: readonly Ranked[],
  passes: QueryPasses,
  { size, quota, settings, only }: ExploreOptions,
): Ranked[] {
  const kept = keepFirst(rows, size, size - quota);
  const free = Math.min(quota, size - kept.length);
  const listed: boolean[] = [];
  const taken: boolean[] = [];
  for (const { candidate } of kept) {
    listed[candidate.file] = true;
    taken[candidate.key] = true;
  }
  const found: Ranked[] = [];
  for (const row of free === 0 ? [] : passes.explore(2 * size, only)) {
    if (found.length === free) break;
    const { file } = passes.placeOf(row);
    if (listed[file]) continue;
    listed[file] = true;
    const { exploration_score_scale } = settings.find;
    found.push(seatOf(passes.judge(row), exploration_score_scale));
  }
  for (const { candidate } of found) taken[candidate.key] = true;
  const fill = rows.filter(({ candidate }) => !taken[candidate.key]);
  return [...kept, ...found, ...fill]
    .slice(0, size)
    .sort((a, b) => b.candidate.score - a.candidate.score);
}

/**
 * The rows whose places are sure: the best, then the best of each gate, then
 * the next ones, `count` in all unless that is too few.
 */
function keepFirst(
  rows: readonly Ranked[],
  size: number,
  count: number,
): Ranked[] {
  const sure: Ranked[] = [];
  const next: Ranked[] = [];
  rows.forEach((row, i) => {
    if (i > 0 && !row.ranks.includes(1)) next.push(row);
    else sure.push(i < count ? row : { ...row, seat: "gate_top" });
  });
  sure.length = Math.min(sure.length, size);
  return [...sure, ...next.slice(0, Math.max(0, count - sure.length))];
}

function seatOf(candidate: Candidate, scale: number): Ranked {
  const signals = candidate.signals | SIGNALS.exploration;
  return {
    candidate: rescored(candidate, candidate.score * scale, signals),
    base: candidate.score,
    rrf: 0,
    ranks: [],
    penalty: 0,
    seat: "exploration",
  };
}
