/**
 * One search over one state of an index, from question to hits.
 *
 * @module
 */
import type { Clock } from "../../../runtime/runtime.ts";
import type { GateRun, RequiredCounts } from "../engine.ts";
import type { Hit } from "../hit.ts";
import type { FindSettings } from "../settings.ts";
import type { IndexView } from "./index/index_view.ts";
import type { ScoreBoard } from "./index/score_board.ts";
import { decompose } from "./query/decompose.ts";
import { asksDefinition, isDefinitionTitle } from "./query/definition.ts";
import { parseQuery } from "./query/query.ts";
import { type QuerySide, rankBase } from "./rank/base_gate.ts";
import type { BaseModel } from "./rank/base_score.ts";
import { cutTail, MAX_HITS } from "./rank/cutoff.ts";
import { spreadPaths } from "./rank/diversity.ts";
import { explore } from "./rank/explore.ts";
import { type PassContext, scoreQuery } from "./rank/query_scores.ts";
import { findAllRequired, type RequiredTerms } from "./rank/required.ts";
import { furtherTerms, fuseGates, rankRequired } from "./rank/required_gate.ts";
import type { RowSet } from "./rank/row_set.ts";
import { SectionKeys } from "./rank/section_keys.ts";
import { countSections } from "./rank/sections.ts";
import { hitOf } from "./rank/hit_of.ts";
import type { TextAnalyzer } from "./tokens/text_analyzer.ts";

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
  /** Search only here. */
  readonly only?: RowSet;
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

/** What a search found. */
export interface SearchOutput {
  /** Best first. */
  readonly hits: readonly Hit[];
  readonly required: RequiredCounts;
  readonly runs: readonly GateRun[];
  /** Time was too short for all of it. */
  readonly cut: boolean;
}

/** Searches: both gates, fusion, diversity, exploration and cutoff. */
export function search(input: SearchInput, tools: SearchTools): SearchOutput {
  return input.view.withBoards((borrowBoard) =>
    searchOn(borrowBoard, input, tools)
  );
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
  const context = passContext(borrowBoard, input, tools);
  const sides = sidesOf(input.text, tools);
  const scores = scoreQuery(context);
  const base = rankBase(scores, {
    ...{ context, sides, deadline, find, clock, limit: PASS_LIMIT },
    ...only,
  });
  const required = findAllRequired(view, input.requiredTerms, analyzer);
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
    hits: final.map((row) => hitOf(row, scores.titleOf(row.row))),
    required: countRequired(view, required, strong.list.candidates.length),
    runs: [...base.runs, ...strong.runs],
    cut: base.cut,
  };
}

function passContext(
  borrowBoard: () => ScoreBoard,
  { view, text }: SearchInput,
  { settings, model, numberWords, analyzer }: SearchTools,
): PassContext {
  const { definition_titles } = settings.lexicon;
  const query = parseQuery(text, analyzer);
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
  view: IndexView,
  { requested, withAll, withKept }: RequiredTerms,
  candidates: number,
): RequiredCounts {
  return {
    sections: view.sections,
    terms: requested.map(({ term, count }) => ({ term, sections: count })),
    withAll: countSections(view, withAll),
    withKept: countSections(view, withKept),
    candidates,
  };
}
