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

// Each weight is a clause, which costs half a millisecond.
const WEIGHT_STEPS = 8;
const MUST = "MUST";
const SHOULD = "SHOULD";

/** The query of a proposal; nothing where nothing could match. */
export function proposalQuery(
  { MatchQuery, BooleanQuery }: LanceDb,
  { terms, required }: Proposal,
  column: TermsColumn,
): object | undefined {
  if (terms.length === 0 && required.length === 0) return undefined;
  const all = (set: readonly string[]): object =>
    new MatchQuery(written(set), column, { operator: "AND" });
  const clauses: (readonly [string, object])[] = required.map((sets) => {
    const [first = [], ...more] = sets;
    if (more.length === 0) return [MUST, all(first)];
    const any = sets.map((set) => [SHOULD, all(set)] as const);
    return [MUST, new BooleanQuery(any)];
  });
  for (const [boost, group] of byWeight(terms)) {
    const query = new MatchQuery(written(group), column, { boost });
    clauses.push([SHOULD, query]);
  }
  return new BooleanQuery(clauses);
}

/** Terms as they stand in the rows. */
function written(terms: readonly string[]): string {
  return escapeHalves(terms.join(" "));
}

/** Terms of about equal weight together. */
function byWeight(terms: readonly WeightedTerm[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const { term, weight } of terms) {
    const step = Math.max(1, Math.round(weight * WEIGHT_STEPS)) / WEIGHT_STEPS;
    const group = groups.get(step);
    if (group) group.push(term);
    else groups.set(step, [term]);
  }
  return groups;
}
