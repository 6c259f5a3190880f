import MiniSearch from "minisearch";
import type { Finder } from "../../../src/manuals/find/finder.ts";
import { questionForms, wrap } from "../../eval/question_forms.ts";
import { compare, type Rows } from "../compare.ts";
import type { Target } from "../row.ts";
import { quantile, summary } from "../samples.ts";
import { Flexsearch } from "./flexsearch.ts";
import { Fts5 } from "./fts5.ts";
import type { Queries } from "./pages.ts";
import {
  ask,
  openManual,
  readSections,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";

const OURS = "manual_find";
const FTS5 = "FTS5 porter query";
const MINI = "minisearch query";
const FLEX = "flexsearch query";

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

/** What is asked, by name. */
export type Engine = readonly [
  name: string,
  search: (query: string) => unknown,
];

/** A whole find beside one query of each other engine, query by query. */
export async function benchQueries(
  manual: SyntheticManual,
  { rounds, peers }: { readonly rounds: number; readonly peers: boolean },
): Promise<Rows> {
  const finder = openManual(manual);
  const texts = readSections(manual);
  const fts5 = new Fts5(texts, ":memory:");
  const mini = new MiniSearch({ fields: ["text"] });
  if (peers) mini.addAll(texts.map((text, id) => ({ id, text })));
  const engines: Engine[] = [
    [OURS, (query) => finder.find(ask(query))],
    [FTS5, (query) => fts5.search(query)],
  ];
  if (peers) {
    const flex = new Flexsearch(texts);
    engines.push([MINI, (query) => mini.search(query)]);
    engines.push([FLEX, (query) => flex.search(query)]);
  }
  await expectHits(finder, engines, manual);
  const rows: Rows = new Map();
  for (const { kind, queries, share } of workloads(manual)) {
    const times = await measure(engines, queries, share * rounds);
    for (const [engine, values] of times) {
      const name = `${engine}, ${kind}`;
      const p95 = quantile(values, 0.95).toFixed(1);
      const note = `p95 ${p95} ms; warm, no sweep, nothing remembered`;
      rows.set(name, { name, unit: "ms", ...summary(values), note });
    }
    const name = `${OURS}, ${kind}`;
    compareFinds(rows, { name, kind, times: times.get(OURS) ?? [] });
  }
  finder.close();
  fts5.close();
  return rows;
}

/** Our row of a kind beside those of the other engines. */
export function compareFinds(
  rows: Rows,
  { name, kind, times }: {
    readonly name: string;
    readonly kind: string;
    readonly times: readonly number[];
  },
): void {
  const [toFts5, toMini] = TARGETS[kind] ?? [];
  compare(rows, name, `${FTS5}, ${kind}`, toFts5);
  compare(rows, name, `${MINI}, ${kind}`, toMini);
  compare(rows, name, `${FLEX}, ${kind}`);
  if (kind !== "long questions") return;
  // The slowest of ours beside the middle of FTS5's.
  const slowest = `${name}, p95`;
  const figures = summary([quantile(times, 0.95)]);
  rows.set(slowest, { name: slowest, unit: "ms", ...figures });
  compare(rows, slowest, `${FTS5}, ${kind}`, "≤ 1");
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

/** The times of every engine, after half as many rounds to warm up. */
export async function measure(
  engines: readonly Engine[],
  queries: readonly string[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const times = new Map(engines.map(([name]) => [name, new Array<number>()]));
  const warmUp = Math.ceil(rounds / 2);
  for (let round = -warmUp; round < rounds; round++) {
    for (const query of queries) {
      for (const [name, search] of engines) {
        const ms = await time(() => search(query));
        if (round >= 0) times.get(name)?.push(ms);
      }
    }
  }
  return times;
}
