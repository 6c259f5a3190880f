import type { Candidate, ScoreParts, Signal } from "./candidate.ts";

/** Where a section is. */
export interface SectionPlace {
  readonly path: string;
  readonly start_line: number;
}

/** A candidate as a trace keeps it. */
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

/** A candidate as a trace keeps it. */
export function traceCandidate(candidate: Candidate): TraceCandidate {
  return {
    path: candidate.path,
    start_line: candidate.line,
    title: candidate.title,
    score: round(candidate.score),
    matched_tokens: candidate.matched.slice(0, MAX_MATCHED),
    token_hits: candidate.tokenHits,
    match_coverage: round(candidate.coverage),
    signals: [...candidate.signals],
    rank_explain: Object.fromEntries(
      Object.entries(candidate.parts).map((
        [name, part],
      ) => [name, round(part)]),
    ) as unknown as ScoreParts,
  };
}

/** Four decimals: more would be noise. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
