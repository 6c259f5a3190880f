import { type Candidate, rescored, SIGNALS } from "./candidate.ts";
import type { QueryPasses } from "./passes.ts";
import type { RowSet } from "./row_set.ts";
import type { Ranked } from "./ranked.ts";
import type { FindSettings } from "./settings.ts";

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
 * of: good by their own text, in files that are not in the list yet.
 */
export function explore(
  rows: readonly Ranked[],
  passes: QueryPasses,
  { size, quota, settings, only }: ExploreOptions,
): Ranked[] {
  const kept = rows.slice(0, Math.max(size - quota, 0));
  const rest = rows.slice(kept.length);
  const listed: boolean[] = [];
  for (const { candidate } of kept) listed[candidate.file] = true;
  const found: Ranked[] = [];
  for (const row of quota === 0 ? [] : passes.explore(2 * size, only)) {
    if (found.length === quota) break;
    const { file } = passes.placeOf(row);
    if (listed[file]) continue;
    listed[file] = true;
    const { exploration_score_scale } = settings.find;
    found.push(seatOf(passes.judge(row), exploration_score_scale));
  }
  const taken: boolean[] = [];
  for (const { candidate } of found) taken[candidate.key] = true;
  const fill = rest.filter(({ candidate }) => !taken[candidate.key]);
  const list = [
    ...kept,
    ...found,
    ...fill.slice(0, size - kept.length - found.length),
  ]
    .sort((a, b) => b.candidate.score - a.candidate.score);
  return [
    ...list,
    ...fill.slice(Math.max(0, size - kept.length - found.length)),
  ];
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
