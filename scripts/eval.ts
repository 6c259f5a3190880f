/**
 * Measures retrieval quality on test collections, beside what people use today.
 *
 *   deno task eval [--data DIR] [--only a,b] [--set lexical.k1=1.2]… [--off NAME]…
 *                  [--no-baselines] [--half a|b] [--shared]
 *   deno task eval --links DIR …
 *   deno task eval --data DIR --record [--shared]
 *
 * The data directory holds collections in BEIR's layout: `corpus.jsonl.gz`,
 * `queries.jsonl` and `qrels/`, perhaps `exclude.jsonl`. They are not part of the
 * project: without `--data` they are looked for in `shared/data` beside it, and
 * a clone alone measures the small set of `tests/evals/`. `--links` makes a
 * collection of any directory of Markdown instead, of what its links say.
 *
 * Weights are tuned with `--half a` and reported on half b; without `--half`
 * both are measured, apart. Rankings are of files: a file's rank is that of its
 * best section. The queries are also put as questions, in other forms in each
 * half, as pasted errors and with a slip of the pen; headings and codes are
 * taken from the documents. `--off` switches one ingredient off and shows what
 * it was worth; `--off all` does so for each in turn. `--shared` measures the
 * engine over published manuals beside the embedded one, with LanceDB from npm.
 * `--record` measures all of it and writes the figures to `docs/`.
 *
 * @module
 */
import { RECORDED } from "./docs/evaluation.ts";
import { fillDocs } from "./docs/fill_docs.ts";
import {
  type Collection,
  collectionsIn,
  loadCollection,
} from "./eval/collection.ts";
import type { CollectionFigures, Evaluation } from "./eval/figures.ts";
import { withSetting } from "./eval/ingredients.ts";
import { linkCollection } from "./eval/link_collection.ts";
import { measureCollection } from "./eval/measure.ts";
import { collectionLines, timeLine } from "./eval/report.ts";
import { loadSmallSet, SMALL } from "./eval/small_set.ts";
import { defaultSettings } from "./eval/systems.ts";
import { versionsOf } from "./eval/versions.ts";
import { readEvalArgs } from "./eval/args.ts";
import { print, progress } from "./command_line.ts";

const options = readEvalArgs();
let settings = defaultSettings();
for (const [key, value] of options.set) {
  settings = withSetting(settings, key, value);
}

/** The collections that are asked for, one after the other. */
async function* collectionsOf(): AsyncGenerator<Collection> {
  if (options.links !== undefined) {
    return yield linkCollection(options.links);
  }
  const found = collectionsIn(options.data);
  if (!options.only && found.length === 0) {
    print("The small set alone: give others with --data DIR or --links DIR");
  }
  for (const name of options.only ?? [...found, SMALL]) {
    yield name === SMALL
      ? await loadSmallSet()
      : await loadCollection(options.data, name);
  }
}

const collections: CollectionFigures[] = [];
for await (const collection of collectionsOf()) {
  const { figures, rows: { ours, baselines } } = await measureCollection(
    collection,
    { ...options, settings, progress },
  );
  print(
    ["", ...collectionLines(figures), "", timeLine(ours, baselines)].join("\n"),
  );
  collections.push(figures);
}
if (options.record) {
  const date = new Date().toISOString();
  const versions = versionsOf(options.shared);
  const text = JSON.stringify(
    { date, versions, collections } satisfies Evaluation,
    null,
    2,
  );
  await Deno.writeTextFile(RECORDED, text + "\n");
  await fillDocs();
}
