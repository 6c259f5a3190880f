// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Measures retrieval quality on test collections, beside what people use today.
 *
 *   deno task eval [--data DIR] [--only a,b] [--set lexical.k1=1.2]… [--off NAME]…
 *                  [--no-baselines] [--half 0|1]
 *
 * `--off` switches one ingredient off and shows what it was worth; `--off all`
 * does so for each in turn. Rankings are of files: a file's rank is that of its
 * best section.
 *
 * @module
 */
import { openBaselines } from "./eval/baselines.ts";
import {
  type Collection,
  COLLECTIONS,
  loadCollection,
  writeManual,
} from "./eval/collection.ts";
import { loadSmallSet } from "./eval/small_set.ts";
import {
  bootstrapInterval,
  judge,
  meanMetrics,
  type Metrics,
  percentile,
} from "./eval/metrics.ts";
import { INGREDIENTS, withSetting } from "./eval/ingredients.ts";
import {
  defaultSettings,
  openOurs,
  type RequiredRule,
  type System,
} from "./eval/systems.ts";
import { TextAnalyzer } from "../src/manuals/index/text_analyzer.ts";
import { parseEvalArgs } from "./eval/args.ts";

interface Row {
  readonly name: string;
  readonly metrics: readonly Metrics[];
  readonly times: readonly number[];
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

function print(row: Row, best?: Row): void {
  const { ndcg, mrr, recall, hit5 } = meanMetrics(row.metrics);
  const figures = [ndcg, mrr, recall, hit5].map((n) => n.toFixed(4)).join("  ");
  const p50 = percentile(row.times, 0.5).toFixed(2);
  const p95 = percentile(row.times, 0.95).toFixed(2);
  let line = `  ${row.name.padEnd(34)} ${figures}  ${p50.padStart(7)} ${
    p95.padStart(7)
  }`;
  if (best) {
    const { mean, low, high } = bootstrapInterval(
      row.metrics.map((m, i) => m.ndcg - (best.metrics[i]?.ndcg ?? 0)),
    );
    line += `  ${mean >= 0 ? "+" : ""}${mean.toFixed(4)} [${low.toFixed(4)}, ${
      high.toFixed(4)
    }]`;
  }
  console.log(line);
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

const options = parseEvalArgs(Deno.args);
let settings = defaultSettings();
for (const [key, value] of options.set) {
  settings = withSetting(settings, key, value);
}

for (const name of options.only ?? [...COLLECTIONS, "small"]) {
  const loaded = name === "small"
    ? await loadSmallSet()
    : await loadCollection(options.data, name);
  const collection = options.half === undefined ? loaded : {
    ...loaded,
    queries: loaded.queries.filter((_, i) => i % 2 === options.half),
  };
  const root = await writeManual(collection.documents);
  console.log(
    `\n${name}: ${collection.documents.length} documents, ${collection.queries.length} queries` +
      `\n  ${
        "".padEnd(34)
      } nDCG@10 MRR@10  R@10    hit@5      p50     p95 ms  nDCG difference, 95 %`,
  );
  try {
    let best: Row | undefined;
    for (const system of options.baselines ? openBaselines(collection) : []) {
      const row = await measure(system, collection);
      print(row);
      const mean = (r: Row): number => meanMetrics(r.metrics).ndcg;
      if (!best || mean(row) > mean(best)) best = row;
    }
    const ours = await measure(
      openOurs("manual_find", root, settings),
      collection,
    );
    print(ours, best);
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
