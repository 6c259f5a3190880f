// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Runs the benchmarks of `manuals.ts` on a made corpus, or on a real one.
 *
 *   deno run -A scripts/bench/run_manuals.ts [ROOT MANUAL QUERIES.jsonl]
 *
 * @module
 */
import { corpusFiles, writeCorpus } from "../make_corpus.ts";
import { walkManual } from "../../src/manuals/corpus.ts";
import { runtime } from "../../src/runtime/deno.ts";
import {
  benchBuild,
  benchColdQuery,
  type BenchManual,
  benchMemory,
  benchQueries,
  benchRefresh,
  type BenchRow,
} from "./manuals.ts";

const MADE = { files: 12_000, seed: 1, japanese: 0.2 };
const QUERIES = 100;

/** A made manual and queries from its own sentences. */
export async function madeManual(files: number): Promise<BenchManual> {
  const root = await Deno.makeTempDir();
  writeCorpus(`${root}/manual`, { ...MADE, files });
  const queries: string[] = [];
  for (const { text } of corpusFiles({ ...MADE, files: QUERIES })) {
    const line = text.split("\n").findLast((l) => /^[A-Z]/.test(l)) ?? "";
    const words = line.split(" ").slice(2, 7).join(" ");
    if (words !== "") queries.push(words);
  }
  return { root, manualId: "manual", queries };
}

/** Prints rows as a table. */
export function printRows(rows: readonly BenchRow[]): void {
  for (const { name, value, unit, ratio, limit } of rows) {
    const verdict = ratio === undefined || limit === undefined
      ? ""
      : `  ${ratio <= limit ? "ok" : "MISSED"} (limit ${limit})`;
    console.log(
      `${name.padEnd(50)} ${value.toFixed(2).padStart(10)} ${unit}${verdict}`,
    );
  }
}

async function realManual(args: readonly string[]): Promise<BenchManual> {
  const [root = "", manualId = "", file = ""] = args;
  const lines = (await Deno.readTextFile(file)).trim().split("\n");
  const queries = lines.slice(0, QUERIES).map((line) => JSON.parse(line).text);
  return { root, manualId, queries };
}

if (import.meta.main) {
  const made = Deno.args.length === 0;
  const manual = made
    ? await madeManual(MADE.files)
    : await realManual(Deno.args);
  const place = `${manual.root}/${manual.manualId}`;
  const { files } = await walkManual(runtime.files, place);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, warm`);
  printRows(await benchBuild(manual));
  printRows(await benchQueries(manual));
  printRows(await benchRefresh(manual));
  printRows(await benchColdQuery(manual));
  printRows(await benchMemory(manual, bytes));
  if (made) await Deno.remove(manual.root, { recursive: true });
}
