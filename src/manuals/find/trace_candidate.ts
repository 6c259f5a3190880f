import { type ScoreParts, type Signal, signalNames } from "./candidate.ts";
import type { FoundSection } from "./ranked.ts";
import { round } from "./round.ts";

/** Where a section is. */
export interface SectionPlace {
  readonly path: string;
  readonly start_line: number;
}

/** A candidate in full. */
export interface TraceCandidate extends SectionPlace {
  readonly title: string;
  readonly score: number;
  readonly matched_tokens: readonly string[];
  readonly token_hits: Readonly<Record<string, number>>;
  readonly match_coverage: number;
  readonly signals: readonly Signal[];
  readonly rank_explain: ScoreParts;
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
