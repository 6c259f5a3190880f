/**
 * What LanceDB is asked: which rows may hold an answer. It scores by our terms
 * and our weights; our own ranking decides among what it proposes.
 *
 * @module
 */
import { escapeHalves } from "../../../../text/utf16_halves.ts";
import type { WeightedTerm } from "../../local/rank/base_score.ts";
import type { LanceDb } from "../lancedb.ts";

/** What a row must hold to be proposed: one of the sets, all of it. */
export type TermSets = readonly (readonly string[])[];

/** What is looked for. */
export interface Proposal {
  /** What makes a row better. */
  readonly terms: readonly WeightedTerm[];
  /** What it must hold, of each. */
  readonly required: readonly TermSets[];
}

/** What is looked through: pieces by what they say, or links. */
export type TermsColumn = "terms" | "anchor";

/** How finely weights are told apart: a term is repeated at most that often. */
const WEIGHT_STEPS = 4;
const MUST = "MUST";
const SHOULD = "SHOULD";

/** The query of a proposal; nothing where nothing could match. */
export function proposalQuery(
  { MatchQuery, BooleanQuery }: LanceDb,
  { terms, required }: Proposal,
  column: TermsColumn,
): object | undefined {
  const better = weighted(terms);
  const any = better.length > 0
    ? new MatchQuery(written(better), column)
    : undefined;
  // By itself it is answered from the best rows down; below a clause of another
  // query every row that matches is scored, which took twenty times as long.
  if (required.length === 0) return any;
  const all = (set: readonly string[]): object =>
    new MatchQuery(written(set), column, { operator: "AND" });
  const clauses = required.map((sets): Clause => {
    const [first = [], ...more] = sets;
    if (more.length === 0) return [MUST, all(first)];
    return [MUST, new BooleanQuery(sets.map((set) => [SHOULD, all(set)]))];
  });
  return new BooleanQuery(any ? [...clauses, [SHOULD, any]] : clauses);
}

type Clause = readonly [occur: string, query: object];

/** Terms as they stand in the rows. */
function written(terms: readonly string[]): string {
  return escapeHalves(terms.join(" "));
}

/** Terms repeated by their weights: LanceDB adds up what each is worth. */
function weighted(terms: readonly WeightedTerm[]): string[] {
  const most = Math.max(...terms.map(({ weight }) => weight));
  const times = terms.map(({ weight }) =>
    Math.max(1, Math.round(weight / most * WEIGHT_STEPS))
  );
  const unit = times.reduce(greatestDivisor, 0);
  return terms.flatMap(({ term }, i) =>
    Array.from({ length: (times[i] ?? 1) / unit }, () => term)
  );
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
