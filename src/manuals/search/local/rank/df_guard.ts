import type { RequiredTerm } from "./required.ts";
import { round } from "./round.ts";

const RARE_RATIO = 0.02;
const COMMON_RATIO = 0.85;
// Below this many sections, "in nearly all of them" says nothing.
const MIN_SECTIONS = 20;

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

/** Judges required terms by the share of sections that hold them. */
export function guardFrequencies(
  terms: readonly RequiredTerm[],
  sections: number,
): DfFiltered[] {
  return terms.flatMap(({ term, count }): DfFiltered[] => {
    const ratio = sections > 0 ? count / sections : 0;
    const told = { term, doc_freq: count, doc_freq_ratio: round(ratio, 6) };
    if (sections >= MIN_SECTIONS && ratio > COMMON_RATIO) {
      return [{ ...told, reason: "too_common", dropped: true }];
    }
    return count > 0 && ratio < RARE_RATIO
      ? [{ ...told, reason: "too_rare", dropped: false }]
      : [];
  });
}
