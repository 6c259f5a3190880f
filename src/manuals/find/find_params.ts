import { ManualError } from "../errors.ts";
import { integer } from "../library/arguments.ts";
import type { ManualParameter, ProblemOf } from "../problem.ts";

/** What a search is asked for. */
export interface FindParams {
  /** A question or some words. */
  readonly query: string;
  /** The manual to search. */
  readonly manual_id: string;
  /** One or two terms. */
  readonly required_terms: readonly string[];
  /** Accepted for compatibility; the whole manual is searched anyway. */
  readonly expand_scope?: boolean | null;
  /** Search only what that search left out. */
  readonly only_unscanned_from_trace_id?: string | null;
  /** Build a claim graph too. */
  readonly include_claim_graph?: boolean | null;
  /** `false` searches anew. */
  readonly use_cache?: boolean | null;
  /** Limits of this search. */
  readonly budget?: FindBudget | null;
}

/** Limits of a search. */
export interface FindBudget {
  /** How many hits are wanted at most. */
  readonly max_candidates?: number | null;
  /** How long it may take in milliseconds, indexing included. */
  readonly time_ms?: number | null;
}

/**
 * Checks the types of what a program asks for. What comes over the wire is
 * checked against the schema of the tool instead, which says the same.
 */
export function checkFindParams(params: FindParams): FindParams {
  const { query, manual_id, required_terms, budget } = params;
  if (typeof query !== "string") throw wrong("query", query, "query");
  if (typeof manual_id !== "string") throw wrong("manual", manual_id, "text");
  checkTerms(required_terms);
  const from = params.only_unscanned_from_trace_id ?? "";
  if (typeof from !== "string") throw wrong("onlyUnscannedFrom", from, "text");
  checkFlag("expandScope", params.expand_scope);
  checkFlag("includeClaimGraph", params.include_claim_graph);
  checkFlag("useCache", params.use_cache);
  const atLeastOne = { min: 1, fallback: 1 };
  integer(budget?.max_candidates, "maxCandidates", atLeastOne);
  integer(budget?.time_ms, "timeMs", atLeastOne);
  return params;
}

function checkTerms(terms: unknown): void {
  if (!Array.isArray(terms) || terms.length < 1 || terms.length > 2) {
    throw wrong("requiredTerms", terms, "terms");
  }
  for (const term of terms) {
    if (typeof term !== "string") throw wrong("requiredTerms", term, "terms");
  }
}

function checkFlag(name: ManualParameter, value: unknown): void {
  if (typeof (value ?? false) !== "boolean") throw wrong(name, value, "flag");
}

/** The error for a parameter of another type than the wanted one. */
export function wrong(
  parameter: ManualParameter,
  value: unknown,
  wanted: ProblemOf<"type">["wanted"],
): ManualError {
  return new ManualError({ kind: "type", parameter, value, wanted });
}
