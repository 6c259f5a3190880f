import type { Finder } from "../../../src/manuals/find/finder.ts";
import { questionForms, wrap } from "../../eval/question_forms.ts";
import { compare, type Rows } from "../compare.ts";
import type { Target } from "../row.ts";
import { quantile, summary } from "../samples.ts";
import { type Engine, OURS, ours, queryTimes } from "./engines.ts";
import { Fts5 } from "./fts5.ts";
import { FLEX, MINI, others } from "./others.ts";
import type { Queries } from "./pages.ts";
import {
  ask,
  openManual,
  readSections,
  type SyntheticManual,
} from "./synthetic_manual.ts";

const FTS5 = "FTS5 porter query";

/**
 * How much of FTS5's and of minisearch's time a kind may take. Rare words take
 * everyone less than a millisecond: told, and held to nothing.
 */
const TARGETS: Readonly<Record<string, readonly [Target, Target?]>> = {
  "mixed words": ["≤ 0.2", "≤ 0.2"],
  "long questions": ["≤ 0.15", "≤ 0.2"],
  "common words": ["≤ 1", "≤ 0.2"],
  "rare identifiers": ["≤ 1"],
};

/** A round of rare words takes a hundredth of one of common words. */
const RARE_SHARE = 10;

/** A whole find beside one query of each other engine, query by query. */
export async function benchQueries(
  manual: SyntheticManual,
  { rounds, peers }: { readonly rounds: number; readonly peers: boolean },
): Promise<Rows> {
  const finder = openManual(manual);
  const texts = readSections(manual);
  const fts5 = new Fts5(texts, ":memory:");
  const engines: Engine[] = [
    ours(finder),
    [FTS5, (query) => fts5.search(query)],
    ...peers ? others(texts) : [],
  ];
  await expectHits(finder, engines, manual);
  const rows: Rows = new Map();
  for (const { kind, queries, share } of workloads(manual)) {
    const times = await queryTimes(engines, queries, share * rounds);
    addQueries(rows, kind, times);
  }
  await finder.close();
  fts5.close();
  return rows;
}

/**
 * The rows of a kind on one runtime, ours beside the others'. SQLite comes with
 * Deno, not with every Node: its row is Deno's on both.
 */
export function addQueries(
  rows: Rows,
  kind: string,
  times: Iterable<readonly [engine: string, ms: readonly number[]]>,
  on = "",
): void {
  for (const [engine, values] of times) {
    const name = `${engine}, ${kind}${on}`;
    const p95 = quantile(values, 0.95).toFixed(1);
    const note = `p95 ${p95} ms; warm, no sweep, nothing remembered`;
    rows.set(name, { name, unit: "ms", ...summary(values), note });
    if (engine !== OURS || kind !== "long questions") continue;
    // The slowest of ours, to be set beside the middle of FTS5's.
    const slowest = `${name}, p95`;
    const figures = summary([quantile(values, 0.95)]);
    rows.set(slowest, { name: slowest, unit: "ms", ...figures });
  }
  const [toFts5, toMini] = TARGETS[kind] ?? [];
  const name = `${OURS}, ${kind}${on}`;
  compare(rows, name, `${FTS5}, ${kind}`, toFts5);
  compare(rows, name, `${MINI}, ${kind}${on}`, toMini);
  compare(rows, name, `${FLEX}, ${kind}${on}`);
  compare(rows, `${name}, p95`, `${FTS5}, ${kind}`, "≤ 1");
}

/** Speed counts only for engines that find what is there. */
async function expectHits(
  finder: Finder,
  engines: readonly Engine[],
  { queries: [query = ""] }: SyntheticManual,
): Promise<void> {
  for (const [name, search] of engines) {
    const found = name === OURS
      ? await candidates(finder, query)
      : search(query);
    if (Array.isArray(found) && found.length > 0) continue;
    throw new Error(`${name} found nothing for ${query}`);
  }
}

async function candidates(finder: Finder, query: string): Promise<unknown> {
  const { trace_id } = await finder.find(ask(query));
  return finder.hits({ trace_id, kind: "candidates", limit: 1 }).items;
}

/** Queries of one kind. */
export interface Workload {
  readonly kind: string;
  readonly queries: readonly string[];
  /** How many times as many rounds: short ones need more to be warm. */
  readonly share: number;
}

/**
 * What people ask, and its two ends apart: over common words every engine ranks
 * most of the corpus, over rare ones it shows what a query costs whatever it
 * finds.
 */
export function workloads(
  { mixedQueries, queries, rareQueries, identifierQueries }: Queries,
): Workload[] {
  return [
    { kind: "mixed words", queries: mixedQueries, share: 1 },
    { kind: "long questions", queries: asQuestions(mixedQueries), share: 1 },
    { kind: "common words", queries, share: 1 },
    { kind: "rare words", queries: rareQueries, share: RARE_SHARE },
    {
      kind: "rare identifiers",
      queries: identifierQueries,
      share: RARE_SHARE,
    },
  ];
}

/** The same queries as people put them into words. */
function asQuestions(queries: readonly string[]): string[] {
  const forms = questionForms("b", false);
  return queries.map((query, i) =>
    wrap(forms[i % forms.length] ?? "{}", query)
  );
}
