/**
 * One collection from its files to its figures.
 *
 * @module
 */
import { TextAnalyzer } from "../../src/manuals/search/local/tokens/text_analyzer.ts";
import type { FindSettings } from "../../src/manuals/search/settings.ts";
import type { EvalOptions } from "./args.ts";
import { openBaselines } from "./baselines.ts";
import { type Collection, fingerprintOf, writeManual } from "./collection.ts";
import {
  type CollectionFigures,
  G0,
  type HalfFigures,
  OURS,
  PUBLISHED,
  RANDOM_TERM,
  type Row,
  type Rows,
  systemsOf,
  WITHOUT,
} from "./figures.ts";
import { measureForms, measureTexts } from "./forms.ts";
import { halfOf } from "./half.ts";
import { INGREDIENTS, withSetting } from "./ingredients.ts";
import { judge, type Metrics } from "./metrics.ts";
import {
  openEvalFinder,
  openOurs,
  openShared,
  type RequiredRule,
  type System,
} from "./systems.ts";

const LIMITS = { headings: 200, codes: 300 };

/** What is asked for, the settings of the ranking, and who hears of progress. */
export interface MeasureOptions
  extends Pick<EvalOptions, "baselines" | "half" | "off" | "shared"> {
  readonly settings: FindSettings;
  progress(line: string): void;
}

/** Measures a collection; the rows are for those who want times. */
export async function measureCollection(
  collection: Collection,
  options: MeasureOptions,
): Promise<{ figures: CollectionFigures; rows: Rows }> {
  const { name, documents } = collection;
  const queries = collection.queries.filter(({ id }) =>
    options.half === undefined || halfOf(id) === options.half
  );
  const root = await writeManual(documents);
  try {
    const rows = await measureSystems(
      { ...collection, queries },
      root,
      options,
    );
    const ids = queries.map(({ id }) => id);
    const finder = openEvalFinder(root, options.settings);
    const halves: HalfFigures[] = [];
    for (const half of options.half ? [options.half] : ["a", "b"] as const) {
      options.progress(`${name}, forms of half ${half}`);
      const asked = queries.filter(({ id }) => halfOf(id) === half);
      const forms = await measureForms(finder, asked, half);
      halves.push({ half, ...systemsOf(half, ids, rows), forms });
    }
    const texts = await measureTexts(finder, documents, LIMITS);
    await finder.close();
    const fingerprint = await fingerprintOf(collection);
    const size = documents.length;
    return {
      figures: { name, documents: size, fingerprint, halves, texts },
      rows,
    };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function measureSystems(
  collection: Collection,
  root: string,
  options: MeasureOptions,
): Promise<Rows> {
  const { settings } = options;
  const run = (system: System): Promise<Row> => {
    options.progress(`${collection.name}, ${system.name}`);
    return measure(system, collection);
  };
  const baselines: Row[] = [];
  for (const system of options.baselines ? openBaselines(collection) : []) {
    baselines.push(await run(system));
  }
  const ours = await run(openOurs(OURS, root, settings));
  const variants: { row: Row; to: string }[] = [];
  if (options.shared) {
    const shared = await openShared(PUBLISHED, root, settings);
    variants.push({ row: await run(shared), to: OURS });
  }
  const nothing: RequiredRule = () => ["\u{1f50e}absent"];
  const g0 = await run(openOurs(G0, root, settings, nothing));
  variants.push({ row: g0, to: OURS });
  const random = openOurs(RANDOM_TERM, root, settings, randomTerm());
  variants.push({ row: await run(random), to: G0 });
  for (const off of options.off) {
    const without = Object.entries(INGREDIENTS[off] ?? {}).reduce(
      (all, [key, value]) => withSetting(all, key, value),
      settings,
    );
    const row = await run(openOurs(WITHOUT + off, root, without));
    variants.push({ row, to: OURS });
  }
  return { baselines, ours, variants };
}

async function measure(
  system: System,
  { queries }: Collection,
): Promise<Row> {
  const metrics: Metrics[] = [];
  const times: number[] = [];
  for (const query of queries.slice(0, 5)) await system.rank(query.text);
  for (const { text, relevant, exclude } of queries) {
    const started = performance.now();
    const ranking = await system.rank(text);
    times.push(performance.now() - started);
    metrics.push(judge(ranking.filter((p) => !exclude.has(p)), relevant));
  }
  system.close?.();
  return { name: system.name, metrics, times };
}

/** One term of the query, drawn by lot but always the same. */
function randomTerm(): RequiredRule {
  const analyzer = new TextAnalyzer();
  let state = 7;
  return (query) => {
    const terms = analyzer.terms(query);
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return [terms[state % Math.max(1, terms.length)] ?? query];
  };
}
