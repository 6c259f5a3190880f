import type { DfFiltered } from "./df_guard.ts";

/** What the required terms did. */
export type RequiredEffect =
  | "required_effective"
  | "term_dropped_or_weakened"
  | "required_none_matched"
  | "required_fallback";

/** How the semantic cache took part. */
export type CacheMode =
  | "bypass"
  | "miss"
  | "exact"
  | "semantic"
  | "guard_revalidate";

/** What a search did with what it was asked for. */
export interface Applied {
  readonly manual_id: string;
  readonly requested_expand_scope: boolean | null;
  readonly expand_scope: boolean;
  readonly required_terms_source: "user";
  readonly required_terms_decision_reason: string | null;
  readonly requested_required_terms: readonly string[];
  readonly required_terms: readonly string[];
  readonly required_terms_df_filtered: readonly DfFiltered[];
  readonly required_terms_relaxed: boolean;
  readonly required_terms_relax_reason: string | null;
  readonly required_effect_status: RequiredEffect;
  readonly required_failure_reason: string | null;
  readonly required_strict_candidates: number;
  readonly required_filtered_candidates: number;
  readonly required_terms_match_stats: readonly {
    readonly term: string;
    readonly matched_docs: number;
    readonly matched_doc_ratio: number;
  }[];
  readonly required_terms_missing: readonly string[];
  readonly required_top_k: number;
  readonly required_top_hits: number;
  readonly selected_gate:
    | "single"
    | "single_base"
    | "single_required"
    | "g0"
    | "g_req";
  readonly gate_selection_reason: string | null;
  readonly sem_cache_used: boolean;
  readonly sem_cache_hit: boolean;
  readonly sem_cache_mode: CacheMode;
  readonly sem_cache_score: number | null;
  readonly sem_cache_latency_saved_ms: number | null;
}

/** The part of {@linkcode Applied} that tells of required terms and gates. */
export type RequiredDiagnosis = Omit<
  Applied,
  | "manual_id"
  | "requested_expand_scope"
  | "expand_scope"
  | "sem_cache_used"
  | "sem_cache_hit"
  | "sem_cache_mode"
  | "sem_cache_score"
  | "sem_cache_latency_saved_ms"
>;
