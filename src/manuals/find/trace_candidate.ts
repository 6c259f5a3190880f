import {
  type ScoreParts,
  type Signal,
  signalNames,
} from "../search/local/rank/candidate.ts";
import type { FoundSection } from "../search/local/rank/ranked.ts";
import { round } from "../search/local/rank/round.ts";

/** Where a section is. */
export interface SectionPlace {
  /** Its file, relative to the manual. */
  readonly path: string;
  /** The line on which it starts. */
  readonly start_line: number;
}

/** How well a section answers, and why. */
export interface HitScore {
  /** What it was ranked by. */
  readonly score: number;
  /** Words of the query that it holds, eight at most. */
  readonly matched_tokens: readonly string[];
  /** How often it holds each of them. */
  readonly token_hits: Readonly<Record<string, number>>;
  /** Share of the query's words that it holds, weighted by rarity. */
  readonly match_coverage: number;
  /** Why it is a hit. */
  readonly signals: readonly Signal[];
  /** What its own score is the sum of. */
  readonly rank_explain: ScoreParts;
}

/** A candidate in full. */
export interface TraceCandidate extends SectionPlace, HitScore {
  readonly title: string;
}

const MAX_MATCHED = 8;

/** Writes a candidate out in full. */
export function traceCandidate(
  { ranked: { candidate }, title }: FoundSection,
): TraceCandidate {
  const { parts, matched, matchedCounts } = candidate;
  const token_hits: Record<string, number> = {};
  matched.forEach((word, i) => token_hits[word] = matchedCounts[i] ?? 0);
  return {
    path: candidate.path,
    start_line: candidate.line,
    title,
    score: round(candidate.score),
    matched_tokens: matched.slice(0, MAX_MATCHED),
    token_hits,
    match_coverage: round(candidate.coverage),
    signals: signalNames(candidate.signals),
    rank_explain: {
      base: round(parts.base),
      coverage: round(parts.coverage),
      phrase: round(parts.phrase),
      proximity: round(parts.proximity),
      number_context: round(parts.number_context),
      code_exact: round(parts.code_exact),
      definition_title: round(parts.definition_title),
      length_penalty: round(parts.length_penalty),
    },
  };
}
