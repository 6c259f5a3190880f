import type { Row } from "../index/index_view.ts";
import type { ScoreParts, Seat, Signal } from "../../hit.ts";

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
} as const satisfies Record<Exclude<Signal, "exceptions" | "prf">, number>;

const SIGNAL_NAMES = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];

/** By set: few of all that could be are ever met. */
const KNOWN_SETS: (readonly Signal[] | undefined)[] = [];

/** The names of a set of signals. */
export function signalNames(signals: number): readonly Signal[] {
  return KNOWN_SETS[signals] ??= SIGNAL_NAMES
    .filter((name) => (signals & SIGNALS[name]) !== 0);
}

/** A row of the index that answers a query, as far as words can tell. */
export interface Candidate {
  readonly row: Row;
  /** Its section's number in this search. */
  readonly key: number;
  /** Its file's number in this search. */
  readonly file: number;
  readonly path: string;
  readonly startLine: number;
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

/** A candidate in a list, and what put it there. */
export interface Ranked extends Candidate {
  /** The best score that a ranking gave it. */
  readonly bestScore: number;
  /** What its ranks came to. */
  readonly rrf: number;
  readonly ranks: FusionRanks;
  /** What its file's earlier hits cost it. */
  readonly penalty: number;
  readonly seat: Seat;
}

/** A candidate's rank in each list of a fusion, from 1; 0 where it is not. */
export type FusionRanks = readonly number[];

/** Better first; what is equal in a fixed order, whatever the index's. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  // Signs, not differences: a fraction would be stored only to be thrown away.
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  if (a.coverage !== b.coverage) return a.coverage > b.coverage ? -1 : 1;
  return b.matched.length - a.matched.length ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine);
}
