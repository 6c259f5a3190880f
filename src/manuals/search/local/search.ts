/**
 * One search over one state of an index, from question to hits.
 *
 * @module
 */
import type { Clock } from "../../../runtime/runtime.ts";
import { tellSubject } from "../default_required.ts";
import type { GateRun, RequiredCounts, SearchedAs } from "../engine.ts";
import type { Hit } from "../hit.ts";
import type { FindSettings } from "../settings.ts";
import type { IndexView } from "./index/index_view.ts";
import type { ScoreBoard } from "./index/score_board.ts";
import { decompose } from "./query/decompose.ts";
import { asksDefinition, isDefinitionTitle } from "./query/definition.ts";
import { numberWords } from "./query/number_words.ts";
import { parseQuery } from "./query/query.ts";
import { type QuerySide, rankBase } from "./rank/base_gate.ts";
import { type BaseModel, baseModel } from "./rank/base_score.ts";
import { correct } from "./rank/corrections.ts";
import { cutTail, MAX_HITS } from "./rank/cutoff.ts";
import { spreadPaths } from "./rank/diversity.ts";
import { explore } from "./rank/explore.ts";
import { type PassContext, scoreQuery } from "./rank/query_scores.ts";
import {
  type CountedTerms,
  findAllRequired,
  type RequiredTerms,
} from "./rank/required.ts";
import { furtherTerms, fuseGates, rankRequired } from "./rank/required_gate.ts";
import type { RowSet } from "./rank/row_set.ts";
import { SectionKeys } from "./rank/section_keys.ts";
import { countSections } from "./rank/sections.ts";
import { topicality } from "./rank/topics.ts";
import { hitOf } from "./rank/hit_of.ts";
import { normalizeText } from "./tokens/fold_text.ts";
import { TextAnalyzer } from "./tokens/text_analyzer.ts";

// Judging twice as many in full ranked no test collection better.
const PASS_LIMIT = MAX_HITS;

/** What to search for, and where. */
export interface SearchInput {
  readonly view: IndexView;
  /** The question as it was asked. */
  readonly text: string;
  /** Normalised, one or two. */
  readonly requiredTerms: readonly string[];
  readonly maxHits: number;
  /** When no further sub-query is begun, on the monotonic clock. */
  readonly deadline: number;
  /** Asked before each step that takes long: nobody waits for the rest. */
  readonly isCancelled?: () => boolean;
  /** Search only here. */
  readonly only?: RowSet;
  /** What the view cannot tell: it holds but some of the sections. */
  readonly counted?: CountedTerms;
}

/** What every search of one engine shares. */
export interface SearchTools {
  readonly analyzer: TextAnalyzer;
  /** Tokens that name a number beside them; asked only if there is one. */
  readonly numberWords: () => ReadonlySet<string>;
  readonly settings: FindSettings;
  readonly model: BaseModel;
  readonly clock: Clock;
}

/** What searches with some settings share. */
export function searchTools(
  settings: FindSettings,
  clock: Clock,
): SearchTools {
  const analyzer = new TextAnalyzer();
  let words: ReadonlySet<string> | undefined;
  return {
    analyzer,
    numberWords: () =>
      words ??= numberWords(settings.lexicon.number_context, analyzer),
    settings,
    model: baseModel(settings),
    clock,
  };
}

/** What a search found. */
export interface SearchOutput {
  /** Best first. */
  readonly hits: readonly Hit[];
  readonly required: RequiredCounts;
  readonly searchedAs: readonly SearchedAs[];
  readonly runs: readonly GateRun[];
  /** Time was too short for all of it. */
  readonly cut: boolean;
}

/** Searches: both gates, fusion, diversity, exploration and cutoff. */
export function search(input: SearchInput, tools: SearchTools): SearchOutput {
  stopIfCancelled(input);
  return input.view.withBoards((borrowBoard) =>
    searchOn(
      () => {
        stopIfCancelled(input);
        return borrowBoard();
      },
      input,
      tools,
    )
  );
}

function stopIfCancelled({ isCancelled }: SearchInput): void {
  if (isCancelled?.()) throw new DOMException("Cancelled", "AbortError");
}

function searchOn(
  borrowBoard: () => ScoreBoard,
  input: SearchInput,
  tools: SearchTools,
): SearchOutput {
  const { view, deadline } = input;
  const { settings: { find }, analyzer, clock } = tools;
  const only = input.only && { only: input.only };
  const size = Math.min(input.maxHits, MAX_HITS);
  const asked = correct(view, input.text, analyzer);
  const required = findAllRequired(
    view,
    input.requiredTerms,
    analyzer,
    input.counted,
  );
  const meant = correctAbsent(view, required, analyzer);
  const tokensOf = (texts: readonly string[]): ReadonlySet<string> =>
    new Set(texts.flatMap((text) => analyzer.tokens(text)));
  const query = parseQuery(asked.text, analyzer, {
    guessed: tokensOf(asked.searchedAs.map(({ as }) => as)),
    required: tokensOf(
      tellSubject(input.text, input.requiredTerms)
        ? required.kept.map(({ term }) => term)
        : [],
    ),
    present: tokensOf(
      required.kept.filter(({ count }) => count > 0).map(({ term }) => term),
    ),
    topicality: (term) => topicality(view, term),
  });
  const context = passContext(borrowBoard, { view, query }, tools);
  const sides = sidesOf(asked.text, tools);
  const own = scoreQuery(context);
  const scores = own.with(furtherTerms(own.terms, meant));
  const base = rankBase(scores, {
    ...{ context, sides, deadline, find, clock, limit: PASS_LIMIT },
    ...only,
  });
  stopIfCancelled(input);
  const further = furtherTerms(scores.terms, required.kept);
  const withRequired = scores.with(further);
  const strong = rankRequired(withRequired, {
    ...{ required, find, clock, limit: PASS_LIMIT },
    ...only,
  });
  const fused = fuseGates(base.candidates, strong.list, find);
  const spread = spreadPaths(fused, find.diversity_weight);
  const explored = explore(spread, withRequired, { size, find, ...only });
  const final = cutTail(explored);
  return {
    hits: final.map((row) => hitOf(row, scores.namesOf(row.row))),
    required: countRequired(input, required, strong.list.candidates.length),
    searchedAs: distinct([...asked.searchedAs, ...meant]),
    runs: [...base.runs, ...strong.runs],
    cut: base.cut,
  };
}

/** The required terms that the manual does not have, as they were meant. */
function correctAbsent(
  view: IndexView,
  { requested }: RequiredTerms,
  analyzer: TextAnalyzer,
): MeantTerm[] {
  return requested.filter(({ count }) => count === 0).flatMap(({ term }) => {
    const { text: as, searchedAs } = correct(view, term, analyzer);
    return searchedAs.length === 0
      ? []
      : [{ term, as, terms: analyzer.terms(as) }];
  });
}

interface MeantTerm extends SearchedAs {
  readonly terms: readonly string[];
}

/** Each word once, as a query and a required term may hold the same. */
function distinct(found: readonly SearchedAs[]): SearchedAs[] {
  const byTerm = new Map(
    found.map(({ term, as }) => [normalizeText(term), { term, as }]),
  );
  return [...byTerm.values()];
}

function passContext(
  borrowBoard: () => ScoreBoard,
  { view, query }: Pick<PassContext, "view" | "query">,
  { settings, model, numberWords }: SearchTools,
): PassContext {
  const { definition_titles } = settings.lexicon;
  return {
    view,
    query,
    settings,
    model,
    keys: new SectionKeys(),
    numberWords,
    borrowBoard,
    ...asksDefinition(query.normalized) && {
      isDefinitionTitle: (title: string) =>
        isDefinitionTitle(title, definition_titles),
    },
  };
}

/** The sides of a comparing question, as many as the settings allow. */
function sidesOf(
  text: string,
  { settings: { find }, analyzer }: SearchTools,
): QuerySide[] {
  if (!find.query_decomp_enabled) return [];
  return decompose(text).slice(0, find.query_decomp_max_sub_queries - 1)
    .map((side) => ({ text: side, query: parseQuery(side, analyzer) }));
}

function countRequired(
  { view, counted }: SearchInput,
  { requested, kept, withAll, withKept }: RequiredTerms,
  candidates: number,
): RequiredCounts {
  const all = counted?.withAll ?? countSections(view, withAll);
  const [only] = kept;
  return {
    sections: view.sections,
    terms: requested.map(({ term, count }) => ({ term, sections: count })),
    withAll: all,
    withKept: !counted
      ? countSections(view, withKept)
      : kept.length === requested.length
      ? all
      : only?.count ?? 0,
    candidates,
  };
}
