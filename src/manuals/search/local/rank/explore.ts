import type { FindSettings } from "../../settings.ts";
import { type Candidate, type Ranked, SIGNALS } from "./candidate.ts";
import type { QueryScores } from "./query_scores.ts";
import type { RowSet } from "./row_set.ts";

/**
 * How many seats of a list of `size` exploration may fill; the first one is
 * the ranking's own, however short the list.
 */
function explorationQuota(
  size: number,
  find: FindSettings["find"],
): number {
  if (!find.exploration_enabled) return 0;
  const share = Math.ceil(size * find.exploration_ratio);
  return Math.min(size - 1, Math.max(find.exploration_min_candidates, share));
}

/** What {@linkcode explore} needs to know. */
export interface ExploreOptions {
  /** How many rows the list may have. */
  readonly size: number;
  readonly find: FindSettings["find"];
  /** Where to search at all. */
  readonly only?: RowSet;
}

/**
 * Fills the end of the list with sections that the ranking has no high opinion
 * of: good by their own text, in files that are not in the list yet. Returns
 * `size` rows at most.
 */
export function explore(
  rows: readonly Ranked[],
  scores: QueryScores,
  { size, find, only }: ExploreOptions,
): Ranked[] {
  const quota = explorationQuota(size, find);
  const kept = keepFirst(rows, size, size - quota);
  const free = Math.min(quota, size - kept.length);
  const listed: boolean[] = [];
  const taken: boolean[] = [];
  for (const { file, key } of kept) {
    listed[file] = true;
    taken[key] = true;
  }
  const found: Ranked[] = [];
  for (const row of free === 0 ? [] : scores.bestByText(2 * size, only)) {
    if (found.length === free) break;
    const { file } = scores.sectionOf(row);
    if (listed[file]) continue;
    listed[file] = true;
    found.push(explored(scores.judge(row), find.exploration_score_scale));
  }
  for (const { key } of found) taken[key] = true;
  const fill = rows.filter(({ key }) => !taken[key]);
  return [...kept, ...found, ...fill]
    .slice(0, size)
    .sort((a, b) => b.score - a.score);
}

/**
 * The rows whose seats are sure: the best, then the best of each gate, then
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

function explored(candidate: Candidate, scale: number): Ranked {
  return {
    ...candidate,
    score: candidate.score * scale,
    signals: candidate.signals | SIGNALS.exploration,
    bestScore: candidate.score,
    rrf: 0,
    ranks: [],
    penalty: 0,
    seat: "exploration",
  };
}
