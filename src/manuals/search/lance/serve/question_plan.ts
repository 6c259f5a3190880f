import { tellSubject } from "../../default_required.ts";
import type { SearchQuestion } from "../../engine.ts";
import { IndexView } from "../../local/index/index_view.ts";
import { decompose } from "../../local/query/decompose.ts";
import type { EmphasisHints } from "../../local/query/emphasis.ts";
import { parseQuery } from "../../local/query/query.ts";
import {
  inverseFrequency,
  type WeightedTerm,
  worthScoring,
} from "../../local/rank/base_score.ts";
import { correct } from "../../local/rank/corrections.ts";
import { termSets } from "../../local/rank/find_required.ts";
import { QueryWeights } from "../../local/rank/lexical_score.ts";
import { furtherTerms } from "../../local/rank/required_gate.ts";
import type { SearchTools } from "../../local/search.ts";
import type { TermSets } from "./propose.ts";
import type { PublishedIndex } from "./published_index.ts";

/** A required term, and what a row holds where it stands. */
export interface RequiredPlan {
  readonly term: string;
  /** Look-up by look-up, those that can find anything. */
  readonly lookUps: readonly TermSets[];
  /** It is made of marks that no index has: every section may hold it. */
  readonly isAnywhere: boolean;
}

/** What LanceDB is asked for a question. */
export interface QuestionPlan {
  /** By the whole question, then by each side of a comparing one. */
  readonly queries: readonly (readonly WeightedTerm[])[];
  readonly required: readonly RequiredPlan[];
}

// More change hardly what is proposed, and each costs time.
const MAX_TERMS = 64;

/** Takes a question apart as the ranking will. */
export function planQuestion(
  { query, requiredTerms }: Pick<SearchQuestion, "query" | "requiredTerms">,
  { whole, vocabulary }: PublishedIndex,
  { analyzer, settings: { lexical, find } }: SearchTools,
): QuestionPlan {
  const view = new IndexView([], whole);
  const isKnown = (term: string): boolean => view.knows(term);
  const asked = correct(view, query, analyzer);
  const required = requiredTerms.map((term): RequiredPlan => {
    const lookUps = [
      ...termSets(term, analyzer, (text) => vocabulary.holding(text)),
    ]
      .map((sets) => sets.filter((set) => set.length > 0 && set.every(isKnown)))
      .filter((sets) => sets.length > 0);
    const isAnywhere = analyzer.terms(term).length === 0;
    return { term, lookUps, isAnywhere };
  });
  const absent = required
    .filter(({ lookUps, isAnywhere }) => lookUps.length === 0 && !isAnywhere);
  const meant = absent.flatMap(({ term }) => {
    const { text, searchedAs } = correct(view, term, analyzer);
    // It may stand in paths.
    const meanings = searchedAs.length > 0 ? [term, text] : [term];
    return meanings.map((one) => ({ terms: analyzer.terms(one) }));
  });
  const tokensOf = (texts: readonly string[]): ReadonlySet<string> =>
    new Set(texts.flatMap((text) => analyzer.tokens(text)));
  const termsOf = (text: string, hints?: EmphasisHints): WeightedTerm[] => {
    const parsed = parseQuery(text, analyzer, hints);
    const { terms } = new QueryWeights(view, parsed, lexical);
    return [...worthScoring(view, terms), ...furtherTerms(terms, meant)];
  };
  const strongest = (terms: readonly WeightedTerm[]): WeightedTerm[] =>
    terms
      .map((term) => ({
        term,
        // What stands in no section may stand in paths and titles of pages.
        worth: isKnown(term.term)
          ? term.weight *
            inverseFrequency(view.rows, view.sectionsWith(term.term))
          : 0,
      }))
      .sort((a, b) => b.worth - a.worth)
      .slice(0, MAX_TERMS).map(({ term }) => term);
  const sides = find.query_decomp_enabled
    ? decompose(asked.text).slice(0, find.query_decomp_max_sub_queries - 1)
    : [];
  const own = termsOf(asked.text, {
    guessed: tokensOf(asked.searchedAs.map(({ as }) => as)),
    required: tokensOf(tellSubject(query, requiredTerms) ? requiredTerms : []),
    present: tokensOf(
      required.filter(({ lookUps }) => lookUps.length > 0)
        .map(({ term }) => term),
    ),
  });
  return {
    queries: [own, ...sides.map((side) => termsOf(side))].map(strongest)
      .filter((terms) => terms.length > 0),
    required,
  };
}
