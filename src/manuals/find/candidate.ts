import type { Row } from "../index/index_view.ts";

/** Why a section is a hit. */
export type Signal =
  | "exact"
  | "required_term"
  | "required_term_and"
  | "required_terms_rrf"
  | "gate_rrf"
  | "phrase"
  | "anchor"
  | "number_context"
  | "proximity"
  | "exceptions"
  | "code_exact"
  | "prf"
  | "exploration"
  | "query_decomp_rrf"
  | "definition_title";

/** What a score is the sum of. */
export interface ScoreParts {
  readonly base: number;
  readonly coverage: number;
  readonly phrase: number;
  readonly proximity: number;
  readonly number_context: number;
  readonly code_exact: number;
  readonly definition_title: number;
  readonly length_penalty: number;
}

/** A section that answers a query, as far as words can tell. */
export interface Candidate {
  readonly row: Row;
  /** See {@linkcode sectionKey}. */
  readonly key: string;
  readonly path: string;
  readonly line: number;
  readonly title: string;
  readonly score: number;
  readonly parts: ScoreParts;
  /** Share of the query's words that the section holds, weighted by rarity. */
  readonly coverage: number;
  /** Words of the query that it holds. */
  readonly matched: readonly string[];
  /** How often it holds each of them. */
  readonly tokenHits: Readonly<Record<string, number>>;
  readonly signals: ReadonlySet<Signal>;
}

/** Names a section: parts of a long one are the same. */
export function sectionKey(path: string, line: number): string {
  return `${path}\0${line}`;
}

/** Better first; what is equal in a fixed order, whatever the index's. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.coverage - a.coverage ||
    b.matched.length - a.matched.length ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}

/** The same candidate with more signals. */
export function withSignals(
  candidate: Candidate,
  ...signals: readonly Signal[]
): Candidate {
  if (signals.every((signal) => candidate.signals.has(signal))) {
    return candidate;
  }
  return { ...candidate, signals: new Set([...candidate.signals, ...signals]) };
}
