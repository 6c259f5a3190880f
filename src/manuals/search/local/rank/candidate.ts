import type { Row } from "../index/index_view.ts";

/** Why a section is a hit. */
export type Signal =
  | "exact"
  | "phrase"
  | "proximity"
  | "number_context"
  | "code_exact"
  | "definition_title"
  | "query_decomp_rrf"
  | "required_term"
  | "required_term_and"
  | "required_terms_rrf"
  | "gate_rrf"
  | "exploration"
  | "anchor"
  | "exceptions"
  | "prf";

/** A set of signals as bits: most candidates of a search are never shown. */
export const SIGNALS = {
  exact: 1,
  phrase: 1 << 1,
  proximity: 1 << 2,
  number_context: 1 << 3,
  code_exact: 1 << 4,
  definition_title: 1 << 5,
  query_decomp_rrf: 1 << 6,
  required_term: 1 << 7,
  required_term_and: 1 << 8,
  required_terms_rrf: 1 << 9,
  gate_rrf: 1 << 10,
  exploration: 1 << 11,
  anchor: 1 << 12,
  exceptions: 1 << 13,
  prf: 1 << 14,
} as const satisfies Record<Signal, number>;

const SIGNAL_NAMES = Object.keys(SIGNALS) as Signal[];

/** The names of a set of signals. */
export function signalNames(signals: number): Signal[] {
  return SIGNAL_NAMES.filter((name) => (signals & SIGNALS[name]) !== 0);
}

/** What a score is the sum of. */
export interface ScoreParts {
  /** idf × tf of its terms, and of its file's. */
  readonly base: number;
  /** For the share of query words that it holds. */
  readonly coverage: number;
  /** For query words that stand together. */
  readonly phrase: number;
  /** For query words near each other. */
  readonly proximity: number;
  /** For a query number beside a word that names it. */
  readonly number_context: number;
  /** For codes such as AB-123. */
  readonly code_exact: number;
  /** For a title that promises the definition asked for. */
  readonly definition_title: number;
  /** For its length, 0 or less. */
  readonly length_penalty: number;
}

/** A section that answers a query, as far as words can tell. */
export interface Candidate {
  readonly row: Row;
  /** Its section's number in this search. */
  readonly key: number;
  /** Its file's number in this search. */
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly score: number;
  readonly parts: ScoreParts;
  /** Share of the query's words that the section holds, weighted by rarity. */
  readonly coverage: number;
  /** Words of the query that it holds. */
  readonly matched: readonly string[];
  /** How often it holds each of them. */
  readonly matchedCounts: readonly number[];
  /** A sum of {@linkcode SIGNALS}. */
  readonly signals: number;
}

/** Better first; what is equal in a fixed order, whatever the index's. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  // Signs, not differences: a fraction would be stored only to be thrown away.
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  if (a.coverage !== b.coverage) return a.coverage > b.coverage ? -1 : 1;
  return b.matched.length - a.matched.length ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}

/** The same candidate with another score and other signals. */
export function rescored(
  candidate: Candidate,
  score: number,
  signals: number,
): Candidate {
  const { row, key, file, path, line } = candidate;
  const { parts, coverage, matched, matchedCounts } = candidate;
  // By name: this runs several times for every candidate, and a spread costs
  // twice.
  return {
    row,
    key,
    file,
    path,
    line,
    score,
    parts,
    coverage,
    matched,
    matchedCounts,
    signals,
  };
}
