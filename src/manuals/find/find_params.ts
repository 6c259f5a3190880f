import { integer } from "../library/integer.ts";
import { ManualError } from "../errors.ts";
import type { ManualParameter, ProblemOf } from "../problem.ts";
import { normalizeText } from "../search/local/tokens/fold_text.ts";

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
  readonly budget?: {
    readonly max_candidates?: number | null;
    readonly time_ms?: number | null;
  } | null;
}

/** The same, checked, with defaults. */
export interface FindRequest {
  readonly query: string;
  readonly manualId: string;
  /** Normalised; distinct. */
  readonly requiredTerms: readonly string[];
  readonly expandScope: boolean | null;
  readonly onlyUnscannedFrom: string | null;
  readonly includeClaimGraph: boolean;
  readonly useCache: boolean | null;
  readonly maxCandidates: number;
  readonly timeMs: number;
}

/** A trace keeps it for half an hour: no limit would be the client's to set. */
export const MAX_QUERY_CHARS = 100_000;
/** The same for a required term. */
export const MAX_TERM_CHARS = 1000;

/** Checks what a search is asked for. */
export function checkFindParams(params: FindParams): FindRequest {
  const { query, budget } = params;
  if (typeof query !== "string" || query.trim() === "") {
    throw wrong("query", query, "query");
  }
  checkLength("query", query, MAX_QUERY_CHARS);
  return {
    query,
    manualId: text(params.manual_id, "manual"),
    requiredTerms: requiredTerms(params.required_terms),
    expandScope: flag(params.expand_scope, "expandScope"),
    onlyUnscannedFrom: optionalText(
      params.only_unscanned_from_trace_id,
      "onlyUnscannedFrom",
    ),
    includeClaimGraph: flag(params.include_claim_graph, "includeClaimGraph") ??
      false,
    useCache: flag(params.use_cache, "useCache"),
    maxCandidates: integer(
      budget?.max_candidates,
      "maxCandidates",
      { min: 1, fallback: 200 },
    ),
    timeMs: integer(
      budget?.time_ms,
      "timeMs",
      { min: 1, fallback: 60_000 },
    ),
  };
}

function requiredTerms(terms: unknown): string[] {
  if (!Array.isArray(terms) || terms.length < 1 || terms.length > 2) {
    throw wrong("requiredTerms", terms, "terms");
  }
  const normalized = terms.map((term: unknown) => {
    if (typeof term !== "string") return "";
    checkLength("requiredTerms", term, MAX_TERM_CHARS);
    return normalizeText(term);
  });
  const empty = normalized.findIndex((term) => term === "");
  if (empty >= 0) throw wrong("requiredTerms", terms[empty], "terms");
  return [...new Set(normalized)];
}

function checkLength(
  parameter: ManualParameter,
  value: string,
  most: number,
): void {
  const { length } = value;
  if (length <= most) return;
  throw new ManualError({ kind: "tooLong", parameter, value, length, most });
}

function text(value: unknown, name: ManualParameter): string {
  if (typeof value === "string") return value;
  throw wrong(name, value, "text");
}

function optionalText(
  value: unknown,
  name: ManualParameter,
): string | null {
  return value === undefined || value === null ? null : text(value, name);
}

function flag(value: unknown, name: ManualParameter): boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value;
  throw wrong(name, value, "flag");
}

function wrong(
  parameter: ManualParameter,
  value: unknown,
  wanted: ProblemOf<"type">["wanted"],
): ManualError {
  return new ManualError({ kind: "type", parameter, value, wanted });
}
