/** A required term whose frequency is worth telling. */
export interface DfFiltered {
  /** The term. */
  readonly term: string;
  /** Sections that hold it. */
  readonly doc_freq: number;
  /** Their share of all sections. */
  readonly doc_freq_ratio: number;
  /** What is unusual. */
  readonly reason: "too_rare" | "too_common";
  /** `true`: the term is not searched for. */
  readonly dropped: boolean;
}

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
  /** The manual that was searched. */
  readonly manual_id: string;
  /** As asked; `null` when nothing was. */
  readonly requested_expand_scope: boolean | null;
  /** What was done. */
  readonly expand_scope: boolean;
  /** Who chose the required terms. */
  readonly required_terms_source: "user";
  /** Why these terms. */
  readonly required_terms_decision_reason: string | null;
  /** As asked, normalised. */
  readonly requested_required_terms: readonly string[];
  /** What was searched for. */
  readonly required_terms: readonly string[];
  /** Terms in too many or very few sections. */
  readonly required_terms_df_filtered: readonly DfFiltered[];
  /** No section was found for the terms: the query alone decided. */
  readonly required_terms_relaxed: boolean;
  /** Why. */
  readonly required_terms_relax_reason: string | null;
  /** What the required terms came to. */
  readonly required_effect_status: RequiredEffect;
  /** Why they did not take full effect. */
  readonly required_failure_reason: string | null;
  /** Sections with every requested term. */
  readonly required_strict_candidates: number;
  /** Sections with every term that was kept. */
  readonly required_filtered_candidates: number;
  /** How many sections hold each term. */
  readonly required_terms_match_stats: readonly {
    readonly term: string;
    readonly matched_docs: number;
    readonly matched_doc_ratio: number;
  }[];
  /** Terms that no section holds. */
  readonly required_terms_missing: readonly string[];
  /** How many of the first candidates are looked at. */
  readonly required_top_k: number;
  /** How many of those were found for a required term. */
  readonly required_top_hits: number;
  /** The ranking that decided. */
  readonly selected_gate:
    | "single"
    | "single_base"
    | "single_required"
    | "g0"
    | "g_req";
  /** Why that one. */
  readonly gate_selection_reason: string | null;
  /** The cache was asked. */
  readonly sem_cache_used: boolean;
  /** It had an answer. */
  readonly sem_cache_hit: boolean;
  /** How it took part. */
  readonly sem_cache_mode: CacheMode;
  /** How alike the two queries are. */
  readonly sem_cache_score: number | null;
  /** How much longer the search took when it was made. */
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
