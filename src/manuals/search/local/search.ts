/**
 * One search over one state of an index, from query to ranked candidates.
 *
 * @module
 */
import type { Clock } from "../../../runtime/runtime.ts";
import type { IndexView } from "./index/index_view.ts";
import type { TextAnalyzer } from "./tokens/text_analyzer.ts";
import { decompose } from "./query/decompose.ts";
import { asksDefinition, isDefinitionTitle } from "./query/definition.ts";
import { parseQuery, type Query } from "./query/query.ts";
import type { BaseModel } from "./rank/base_score.ts";
import { type Candidate, SIGNALS } from "./rank/candidate.ts";
import { cutoff, HARD_LIMIT } from "./rank/cutoff.ts";
import { guardFrequencies } from "./rank/df_guard.ts";
import { spreadPaths } from "./rank/diversity.ts";
import { explorationQuota, explore } from "./rank/explore.ts";
import { fuse, type RankedList } from "./rank/fusion.ts";
import { type GateRun, runGates } from "./rank/gates.ts";
import { type PassContext, QueryPasses } from "./rank/passes.ts";
import type { FoundSection, Ranked } from "./rank/ranked.ts";
import { findRequired, rowsWithAll } from "./rank/required.ts";
import { round } from "./rank/round.ts";
import type { RowSet } from "./rank/row_set.ts";
import { SectionKeys } from "./rank/section_keys.ts";
import { countSections } from "./rank/sections.ts";
import type { RequiredDiagnosis } from "../../find/applied.ts";
import { diagnoseRequired, keptTerms } from "../../find/diagnose.ts";
import type { FindSettings } from "./settings.ts";

/** What to search for, and where. */
export interface SearchInput {
  readonly view: IndexView;
  readonly query: Query;
  /** The query as it was asked. */
  readonly text: string;
  /** Normalised, one or two. */
  readonly requiredTerms: readonly string[];
  readonly maxCandidates: number;
  /** When no further sub-query is begun, on the monotonic clock. */
  readonly deadline: number;
  /** Search only here. */
  readonly only?: RowSet;
}

/** What every search of one owner shares. */
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
  readonly sections: readonly FoundSection[];
  readonly diagnosis: RequiredDiagnosis;
  readonly runs: readonly GateRun[];
  /** Time was too short for all of it. */
  readonly cut: boolean;
}

/** Searches: both gates, fusion, exploration, diversity and cutoff. */
export function search(input: SearchInput, tools: SearchTools): SearchOutput {
  const context = passContext(input.view, input.query, tools);
  const passes = new QueryPasses(context);
  try {
    return searchWith(passes, context, { input, tools });
  } finally {
    passes.close();
  }
}

function searchWith(
  passes: QueryPasses,
  context: PassContext,
  { input, tools }: {
    readonly input: SearchInput;
    readonly tools: SearchTools;
  },
): SearchOutput {
  const { view, maxCandidates } = input;
  const { settings, analyzer, clock } = tools;
  // Judging twice as many in full ranked no test collection better.
  const limit = HARD_LIMIT;
  const base = runBase(input, tools, { context, passes, limit });
  const requested = input.requiredTerms
    .map((term) => findRequired(view, term, analyzer));
  const filtered = guardFrequencies(requested, view.sections);
  const required = keptTerms(requested, filtered);
  const strict = rowsWithAll(view, requested);
  const withAll = required.length === requested.length
    ? strict
    : rowsWithAll(view, required);
  const gates = runGates({
    passes,
    base: base.candidates,
    required,
    withAll,
    ...input.only && { only: input.only },
    limit,
    settings,
    clock,
  });
  const rows = spreadPaths(gates.fused, settings.find.diversity_weight);
  const size = Math.min(maxCandidates, HARD_LIMIT);
  const quota = explorationQuota(size, settings.find);
  const explored = explore(rows, passes, { size, quota, settings, ...input });
  const kept = cutoff(explored.map(({ candidate }) => candidate), size);
  const final = cutTail(explored, kept);
  return {
    sections: final.map((ranked) => ({
      ranked,
      title: passes.titleOf(ranked.candidate.row),
    })),
    diagnosis: diagnoseRequired({
      requested,
      filtered,
      requiredCandidates: gates.requiredCandidates,
      final: final.map(({ candidate }) => candidate),
      strict: countSections(view, strict),
      left: countSections(view, withAll),
      sections: view.sections,
    }),
    runs: [...base.runs, ...gates.runs],
    cut: base.cut,
  };
}

function passContext(
  view: IndexView,
  query: Query,
  { settings, model, numberWords }: SearchTools,
): PassContext {
  const { definition_titles } = settings.lexicon;
  const wanted = asksDefinition(query.normalized);
  return {
    view,
    query,
    settings,
    model,
    keys: new SectionKeys(),
    numberWords,
    ...wanted && {
      isDefinitionTitle: (title: string) =>
        isDefinitionTitle(title, definition_titles),
    },
  };
}

interface BaseRun {
  readonly context: PassContext;
  readonly passes: QueryPasses;
  readonly limit: number;
}

/** The ranking of `g0`: by the query, and by its sides if it compares. */
function runBase(
  input: SearchInput,
  { settings, analyzer, clock }: SearchTools,
  { context, passes, limit }: BaseRun,
): { candidates: readonly Candidate[]; runs: GateRun[]; cut: boolean } {
  const runs: GateRun[] = [];
  const run = (by: QueryPasses, side?: string): RankedList => {
    const started = clock.monotonic();
    const list = { candidates: by.run(limit, input.only), weight: 1 };
    runs.push({
      gate: "g0",
      pass: side === undefined ? "base" : "sub_query",
      terms: side === undefined ? [] : [side],
      candidates: list.candidates.length,
      weight: list.weight,
      elapsed_ms: round(clock.monotonic() - started),
    });
    return list;
  };
  const whole = run(passes);
  const { query_decomp_enabled, query_decomp_max_sub_queries } = settings.find;
  const sides = query_decomp_enabled
    ? decompose(input.text).slice(0, query_decomp_max_sub_queries - 1)
    : [];
  const lists = [whole];
  let cut = false;
  for (const side of sides) {
    cut = clock.monotonic() > input.deadline;
    if (cut) break;
    // A side without words of its own fails; the others go on.
    const query = parseQuery(side, analyzer);
    if (query.terms.size === 0) continue;
    const own = new QueryPasses({ ...context, query });
    const list = run(own, side);
    own.close();
    if (list.candidates.length > 0) lists.push(list);
  }
  if (lists.length < 2) return { candidates: whole.candidates, runs, cut };
  const fused = fuse(lists, {
    k: settings.find.query_decomp_rrf_k,
    alpha: settings.find.query_decomp_base_weight,
    mark: () => SIGNALS.query_decomp_rrf,
  });
  return { candidates: fused.map(({ candidate }) => candidate), runs, cut };
}

/** The rows to return; the best of each gate is never cut off. */
function cutTail(rows: readonly Ranked[], kept: number): Ranked[] {
  const tops = rows.slice(kept).filter(({ ranks }) => ranks.includes(1));
  return [
    ...rows.slice(0, kept),
    ...tops.map((row): Ranked => ({ ...row, seat: "gate_top" })),
  ];
}
