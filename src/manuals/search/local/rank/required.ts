import type { IndexView } from "../index/index_view.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";
import { isTooCommon } from "../../too_common.ts";
import { rowsHolding } from "./find_required.ts";
import type { RowSet } from "./row_set.ts";
import { countSections, inSameSections } from "./sections.ts";

// Nobody requires a longer one; its cost is one list per character.
const MAX_TERM_CHARS = 120;

/** The sections that hold a required term. */
export interface RequiredTerm {
  /** As asked for, normalised. */
  readonly term: string;
  /** The terms of the index that it consists of. */
  readonly terms: readonly string[];
  readonly rows: RowSet;
  /** How many sections those are. */
  readonly count: number;
}

/** The required terms of a question, and where they stand. */
export interface RequiredTerms {
  readonly requested: readonly RequiredTerm[];
  /** Those that are not too common. */
  readonly kept: readonly RequiredTerm[];
  /** The sections that hold every requested one. */
  readonly withAll: RowSet;
  /** The sections that hold every one that was kept. */
  readonly withKept: RowSet;
}

/** In how many sections terms stand, where a view does not hold them all. */
export interface CountedTerms {
  /** Of each required term. */
  readonly terms: ReadonlyMap<string, number>;
  /** With every required term. */
  readonly withAll: number;
}

/** Finds the required terms of a question. */
export function findAllRequired(
  view: IndexView,
  terms: readonly string[],
  analyzer: TextAnalyzer,
  counted?: CountedTerms,
): RequiredTerms {
  const requested = terms.map((term) => {
    const found = findRequired(view, term, analyzer);
    return { ...found, count: counted?.terms.get(term) ?? found.count };
  });
  const kept = requested
    .filter(({ count }) => !isTooCommon(count, view.sections));
  const withAll = rowsWithAll(view, requested);
  return {
    requested,
    kept,
    withAll,
    withKept: kept.length === requested.length
      ? withAll
      : rowsWithAll(view, kept),
  };
}

/** The sections that hold all of the terms; none without terms. */
function rowsWithAll(
  view: IndexView,
  [first, ...rest]: readonly RequiredTerm[],
): RowSet {
  return rest.reduce(
    (rows, term) => inSameSections(view, rows, term.rows),
    first?.rows ?? [],
  );
}

/** Finds the sections that hold a term in their own text. */
export function findRequired(
  view: IndexView,
  term: string,
  analyzer: TextAnalyzer,
): RequiredTerm {
  const whole = term.slice(0, MAX_TERM_CHARS);
  const rows = rowsHolding(view, whole, analyzer);
  return {
    term,
    terms: [...new Set(analyzer.terms(whole))],
    rows,
    count: countSections(view, rows),
  };
}
