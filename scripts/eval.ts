// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Measures retrieval quality on test collections, beside what people use today.
 *
 *   deno task eval [--data DIR] [--only a,b] [--set lexical.k1=1.2]… [--off NAME]…
 *                  [--no-baselines] [--half a|b] [--shared]
 *
 * The data directory holds collections in BEIR's layout: `corpus.jsonl.gz`,
 * `queries.jsonl` and `qrels/`, perhaps `exclude.jsonl`. They are not part of the
 * project: without `--data` they are looked for in `shared/data` beside it, and
 * a clone alone measures the small set of `tests/evals/`.
 *
 * Weights are tuned with `--half a` and reported on half b: a run over all
 * queries ends with a table of both halves beside the best baseline of each.
 * `--off` switches one ingredient off and shows what it was worth; `--off all`
 * does so for each in turn. `--shared` measures the engine over published
 * manuals beside the embedded one, with LanceDB from npm. Rankings are of files: a file's rank is that of its
 * best section. The queries are also tried as questions (the forms of half b,
 * unless another is chosen), with a slip of the pen, and as headings and codes
 * taken from the documents.
 *
 * @module
 */
import { openBaselines } from "./eval/baselines.ts";
import {
  type Collection,
  collectionsIn,
  loadCollection,
  writeManual,
} from "./eval/collection.ts";
import { formLine, FORMS_HEAD, measureForms } from "./eval/forms.ts";
import { loadSmallSet, SMALL } from "./eval/small_set.ts";
import { halfOf } from "./eval/half.ts";
import { judge, type Metrics } from "./eval/metrics.ts";
import {
  bestOf,
  figures,
  FIGURES_HEAD,
  halfRows,
  HALVES_HEAD,
  type Row,
  timeRatios,
} from "./eval/report.ts";
import { INGREDIENTS, withSetting } from "./eval/ingredients.ts";
import {
  defaultSettings,
  openEvalFinder,
  openOurs,
  openShared,
  type RequiredRule,
  type System,
} from "./eval/systems.ts";
import { TextAnalyzer } from "../src/manuals/search/local/tokens/text_analyzer.ts";
import { readEvalArgs } from "./eval/args.ts";

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

const print = (row: Row, other?: Row): void => console.log(figures(row, other));

const options = readEvalArgs();
const halves: string[] = [];
let settings = defaultSettings();
for (const [key, value] of options.set) {
  settings = withSetting(settings, key, value);
}

const found = collectionsIn(options.data);
if (!options.only && found.length === 0) {
  console.log("The small set alone: give others with --data DIR");
}
for (const name of options.only ?? [...found, SMALL]) {
  const loaded = name === SMALL
    ? await loadSmallSet()
    : await loadCollection(options.data, name);
  const collection = options.half === undefined ? loaded : {
    ...loaded,
    queries: loaded.queries.filter(({ id }) => halfOf(id) === options.half),
  };
  const root = await writeManual(collection.documents);
  console.log(
    `\n${name}: ${collection.documents.length} documents, ${collection.queries.length} queries\n${FIGURES_HEAD}`,
  );
  try {
    const baselines: Row[] = [];
    for (const system of options.baselines ? openBaselines(collection) : []) {
      const row = await measure(system, collection);
      print(row);
      baselines.push(row);
    }
    const ours = await measure(
      openOurs("manual_find", root, settings),
      collection,
    );
    print(ours, bestOf(baselines));
    if (baselines.length > 0) console.log(timeRatios(ours, baselines));
    if (name !== SMALL) halves.push(...halfRows(collection, ours, baselines));
    if (options.shared) {
      const shared = await openShared("manual_find, published", root, settings);
      print(await measure(shared, collection), ours);
    }
    const g0 = await measure(
      openOurs("  g0 alone", root, settings, () => ["\u{1f50e}absent"]),
      collection,
    );
    print(g0, ours);
    print(
      await measure(
        openOurs("  one random required term", root, settings, randomTerm()),
        collection,
      ),
      g0,
    );
    const finder = openEvalFinder(root, settings);
    const forms = await measureForms(finder, collection, {
      half: options.half ?? "b",
      limits: { queries: 300, headings: 200, codes: 300 },
    });
    await finder.close();
    console.log(["", FORMS_HEAD, ...forms.map(formLine)].join("\n"));
    for (const off of options.off) {
      const changed = INGREDIENTS[off];
      if (!changed) throw new Error(`No ingredient ${off}`);
      const without = Object.entries(changed).reduce(
        (all, [key, value]) => withSetting(all, key, value),
        settings,
      );
      const row = await measure(
        openOurs(`  without ${off}`, root, without),
        collection,
      );
      print(row, ours);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
if (halves.length > 0) console.log(["", ...HALVES_HEAD, ...halves].join("\n"));
