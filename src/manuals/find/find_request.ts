import { ManualError } from "../errors.ts";
import type { ManualParameter } from "../problem.ts";
import { normalizeText } from "../search/local/tokens/fold_text.ts";
import { type FindParams, wrong } from "./find_params.ts";

/** What a search is asked for, with defaults, in the engine's own names. */
export interface FindRequest {
  /** What to look for. */
  readonly query: string;
  /** Where. */
  readonly manualId: string;
  /** Normalised; distinct. */
  readonly requiredTerms: readonly string[];
  /** Accepted, and told in the result. */
  readonly expandScope: boolean | null;
  /** The trace of a search whose files were not all looked into. */
  readonly onlyUnscannedFrom: string | null;
  /** Draw a claim graph. */
  readonly includeClaimGraph: boolean;
  /** Answer from memory; `null` leaves it to the settings. */
  readonly useCache: boolean | null;
  /** The most hits. */
  readonly maxHits: number;
  /** The most time in milliseconds. */
  readonly timeMs: number;
}

/** A trace keeps the query for half an hour, so its length has a limit. */
export const MAX_QUERY_CHARS = 100_000;
/** A trace keeps required terms as long. */
export const MAX_TERM_CHARS = 1000;

/**
 * Takes apart what a search is asked for, and checks what no schema can say.
 * Whatever is left over does not compile: no parameter is silently ignored.
 */
export function findRequest(params: FindParams): FindRequest {
  const {
    query,
    manual_id,
    required_terms,
    expand_scope,
    only_unscanned_from_trace_id,
    include_claim_graph,
    use_cache,
    budget,
    ...noOther
  } = params;
  const { max_candidates, time_ms, ...noOtherLimit } = budget ?? {};
  noOther satisfies Record<string, never>;
  noOtherLimit satisfies Record<string, never>;
  if (query.trim() === "") throw wrong("query", query, "query");
  checkLength("query", query, MAX_QUERY_CHARS);
  return {
    query,
    manualId: manual_id,
    requiredTerms: normalizedTerms(required_terms),
    expandScope: expand_scope ?? null,
    onlyUnscannedFrom: only_unscanned_from_trace_id ?? null,
    includeClaimGraph: include_claim_graph ?? false,
    useCache: use_cache ?? null,
    maxHits: max_candidates ?? 200,
    timeMs: time_ms ?? 60_000,
  };
}

function normalizedTerms(terms: readonly string[]): string[] {
  const normalized = terms.map((term) => {
    checkLength("requiredTerms", term, MAX_TERM_CHARS);
    const folded = normalizeText(term);
    if (folded === "") throw wrong("requiredTerms", term, "terms");
    return folded;
  });
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
