import { type Candidate, SIGNALS } from "../search/local/rank/candidate.ts";
import type { DfFiltered } from "../search/local/rank/df_guard.ts";
import type { RequiredTerm } from "../search/local/rank/required.ts";
import { round } from "../search/local/rank/round.ts";
import type { RequiredDiagnosis, RequiredEffect } from "./applied.ts";

const TOP_K = 5;
const RELAXED = "zero_candidates_with_required_terms";

/** What the diagnosis looks at. */
export interface DiagnosisInput {
  readonly requested: readonly RequiredTerm[];
  readonly filtered: readonly DfFiltered[];
  /** How many candidates the required gate found. */
  readonly requiredCandidates: number;
  readonly final: readonly Candidate[];
  /** How many sections hold all requested terms, and all that were kept. */
  readonly strict: number;
  readonly left: number;
  /** How many sections there are. */
  readonly sections: number;
}

/** The required terms that the guard left. */
export function keptTerms(
  requested: readonly RequiredTerm[],
  filtered: readonly DfFiltered[],
): RequiredTerm[] {
  const dropped = new Set(
    filtered.flatMap((row) => row.dropped ? [row.term] : []),
  );
  return requested.filter(({ term }) => !dropped.has(term));
}

/** Tells what became of the required terms, and which gate decided. */
export function diagnoseRequired(input: DiagnosisInput): RequiredDiagnosis {
  const { requested, filtered, requiredCandidates, final } = input;
  const kept = keptTerms(requested, filtered);
  const relaxed = kept.length > 0 && requiredCandidates === 0;
  const topK = Math.min(TOP_K, final.length);
  const topHits = final.slice(0, topK)
    .filter(({ signals }) => (signals & SIGNALS.required_term) !== 0).length;
  const { strict, left } = input;
  const missing = requested.filter(({ count }) => count === 0);
  const effect = effectOf({
    requested: requested.length,
    kept: kept.length,
    missing: missing.length,
    strict,
    left,
    relaxed,
    topK,
    topHits,
  });
  return {
    required_terms_source: "user",
    required_terms_decision_reason: "provided_by_caller",
    requested_required_terms: requested.map(({ term }) => term),
    required_terms: kept.map(({ term }) => term),
    required_terms_df_filtered: filtered,
    required_terms_relaxed: relaxed,
    required_terms_relax_reason: relaxed ? RELAXED : null,
    required_effect_status: effect.status,
    required_failure_reason: effect.reason,
    required_strict_candidates: strict,
    required_filtered_candidates: left,
    required_terms_match_stats: requested.map(({ term, count }) => ({
      term,
      matched_docs: count,
      matched_doc_ratio: input.sections > 0
        ? round(count / input.sections, 6)
        : 0,
    })),
    required_terms_missing: missing.map(({ term }) => term),
    required_top_k: topK,
    required_top_hits: topHits,
    ...gateOf(kept.length, requiredCandidates),
  };
}

function gateOf(
  kept: number,
  requiredCandidates: number,
): Pick<RequiredDiagnosis, "selected_gate" | "gate_selection_reason"> {
  if (kept === 0) {
    return {
      selected_gate: "g0",
      gate_selection_reason: "all_required_terms_too_common",
    };
  }
  return requiredCandidates > 0
    ? {
      selected_gate: "g_req",
      gate_selection_reason: "rrf_fusion_with_required_gate",
    }
    : {
      selected_gate: "g0",
      gate_selection_reason: "required_gate_empty_fallback_to_g0",
    };
}

interface EffectInput {
  readonly requested: number;
  readonly kept: number;
  readonly missing: number;
  readonly strict: number;
  readonly left: number;
  readonly relaxed: boolean;
  readonly topK: number;
  readonly topHits: number;
}

function effectOf(
  input: EffectInput,
): { status: RequiredEffect; reason: string | null } {
  const { requested, kept, missing, strict, left, topK, topHits } = input;
  if (missing === requested) {
    return { status: "required_none_matched", reason: "required_terms_absent" };
  }
  if (missing > 0) {
    return {
      status: "term_dropped_or_weakened",
      reason: "some_required_terms_absent",
    };
  }
  if (kept < requested) {
    return {
      status: "term_dropped_or_weakened",
      reason: "required_terms_too_common",
    };
  }
  if (input.relaxed) {
    return { status: "required_none_matched", reason: RELAXED };
  }
  // Each stands somewhere, but no section holds them all.
  if (strict === 0 && left === 0) {
    return { status: "term_dropped_or_weakened", reason: RELAXED };
  }
  if (topHits === 0) {
    return {
      status: "required_fallback",
      reason: `required_terms_not_in_top_${topK}`,
    };
  }
  return { status: "required_effective", reason: null };
}
