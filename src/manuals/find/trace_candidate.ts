import type { Candidate, ScoreParts } from "./candidate.ts";
import type { TraceCandidate } from "./trace.ts";

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
