import { round } from "../../text/show.ts";
import type { SearchResult, TermCount } from "../search/engine.ts";
import { isTooCommon } from "../search/too_common.ts";
import type {
  DfFiltered,
  RequiredDiagnosis,
  RequiredEffect,
} from "./applied.ts";

const TOP_K = 5;
const RARE_RATIO = 0.02;
const RELAXED = "zero_candidates_with_required_terms";

/** Tells what became of the required terms, and which gate decided. */
export function diagnoseRequired(
  { required: counts, hits, searchedAs, cut }: Pick<
    SearchResult,
    "required" | "hits" | "searchedAs" | "cut"
  >,
): RequiredDiagnosis {
  const { sections, terms, withAll, withKept } = counts;
  const kept = terms.filter((term) => !isTooCommon(term.sections, sections));
  const missing = terms.filter((term) => term.sections === 0);
  const relaxed = kept.length > 0 && counts.candidates === 0;
  const topK = Math.min(TOP_K, hits.length);
  const topHits = hits.slice(0, topK)
    .filter(({ signals }) => signals.includes("required_term")).length;
  const effect = effectOf({
    requested: terms.length,
    kept: kept.length,
    missing: missing.length,
    cut,
    withAll,
    withKept,
    relaxed,
    topK,
    topHits,
  });
  return {
    required_terms_source: "user",
    required_terms_decision_reason: "provided_by_caller",
    requested_required_terms: terms.map(({ term }) => term),
    required_terms: kept.map(({ term }) => term),
    required_terms_df_filtered: unusualTerms(terms, sections),
    required_terms_relaxed: relaxed,
    required_terms_relax_reason: relaxed ? RELAXED : null,
    required_effect_status: effect.status,
    required_failure_reason: effect.reason,
    required_strict_candidates: withAll,
    required_filtered_candidates: withKept,
    required_terms_match_stats: terms.map(({ term, sections: found }) => ({
      term,
      matched_docs: found,
      matched_doc_ratio: ratioOf(found, sections),
    })),
    required_terms_missing: missing.map(({ term }) => term),
    required_terms_searched_as: searchedAs,
    required_top_k: topK,
    required_top_hits: topHits,
    ...gateOf(kept.length, counts.candidates),
  };
}

/** The terms whose share of the sections is worth telling. */
export function unusualTerms(
  terms: readonly TermCount[],
  sections: number,
): DfFiltered[] {
  return terms.flatMap(({ term, sections: found }): DfFiltered[] => {
    const told = {
      term,
      doc_freq: found,
      doc_freq_ratio: ratioOf(found, sections),
    };
    if (isTooCommon(found, sections)) {
      return [{ ...told, reason: "too_common", dropped: true }];
    }
    return found > 0 && found / sections < RARE_RATIO
      ? [{ ...told, reason: "too_rare", dropped: false }]
      : [];
  });
}

function ratioOf(found: number, sections: number): number {
  return sections > 0 ? round(found / sections, 6) : 0;
}

function gateOf(
  kept: number,
  candidates: number,
): Pick<RequiredDiagnosis, "selected_gate" | "gate_selection_reason"> {
  if (kept === 0) {
    return {
      selected_gate: "g0",
      gate_selection_reason: "all_required_terms_too_common",
    };
  }
  return candidates > 0
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
  /** Not all was searched: what is missing may stand in the rest. */
  readonly cut: boolean;
  readonly withAll: number;
  readonly withKept: number;
  readonly relaxed: boolean;
  readonly topK: number;
  readonly topHits: number;
}

function effectOf(
  input: EffectInput,
): { status: RequiredEffect; reason: string | null } {
  const { requested, kept, missing, withAll, withKept, topK, topHits } = input;
  if (missing === requested) {
    return {
      status: "required_none_matched",
      reason: input.cut ? RELAXED : "required_terms_absent",
    };
  }
  if (missing > 0) {
    return {
      status: "term_dropped_or_weakened",
      reason: input.cut ? RELAXED : "some_required_terms_absent",
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
  if (withAll === 0 && withKept === 0) {
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
