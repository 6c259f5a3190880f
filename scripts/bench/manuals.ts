/**
 * Benchmarks of retrieval over local manuals, as ratios within one run: what
 * people use today does the same work beside ours. Files are warm in the file
 * system's cache unless a row says otherwise.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import MiniSearch from "minisearch";
import { defaultConfig } from "../../src/config/draft.ts";
import {
  readFileText,
  refreshCorpus,
  walkManual,
} from "../../src/manuals/corpus.ts";
import { defaultRequiredTerms } from "../../src/manuals/find/default_required.ts";
import { Finder } from "../../src/manuals/find/finder.ts";
import { parseFile } from "../../src/manuals/parse_file.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { plainWords } from "../eval/baselines.ts";
import { percentile } from "../eval/metrics.ts";

/** One figure of a benchmark. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "MB" | "x";
  /** Ours over theirs, where there is a they. */
  readonly ratio?: number;
  /** The most that the ratio may be. */
  readonly limit?: number;
}

/** A manual to measure on. */
export interface BenchManual {
  /** The directory with the manual in it. */
  readonly root: string;
  readonly manualId: string;
  readonly queries: readonly string[];
}

function settings(
  refreshMs: number,
): ReturnType<typeof defaultConfig>["manuals"] {
  return { ...defaultConfig().manuals, refresh_ms: refreshMs };
}

async function time(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function ask(manualId: string, query: string) {
  return {
    query,
    manual_id: manualId,
    required_terms: defaultRequiredTerms(query),
    use_cache: false,
  };
}

/** Reads and splits every file, as both sides must. */
async function sections({ root, manualId }: BenchManual): Promise<string[]> {
  const place = `${root}/${manualId}`;
  const { files } = await walkManual(runtime.files, place);
  const texts: string[] = [];
  for (const { path } of files) {
    const read = readFileText(runtime.files, `${place}/${path}`, 16 << 20);
    if ("problem" in read) continue;
    for (const { start, ownEnd } of parseFile(path, read.text).sections) {
      texts.push(read.text.slice(start, ownEnd));
    }
  }
  return texts;
}

function fillFts5(texts: readonly string[], file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(
    "CREATE VIRTUAL TABLE docs USING fts5(text, content='', tokenize='porter unicode61')",
  );
  const insert = database.prepare(
    "INSERT INTO docs(rowid, text) VALUES (?, ?)",
  );
  database.exec("BEGIN");
  texts.forEach((text, i) => insert.run(i + 1, text));
  database.exec("COMMIT");
  return database;
}

/** First build: reading and splitting counted on both sides. */
export async function benchBuild(
  manual: BenchManual,
  rounds = 3,
): Promise<BenchRow[]> {
  const ours: number[] = [];
  const fts5: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const finder = new Finder(runtime, {
      root: manual.root,
      settings: settings(0),
    });
    ours.push(await time(() => finder.find(ask(manual.manualId, "warm up"))));
    finder.close();
    const file = await Deno.makeTempFile();
    fts5.push(
      await time(async () => fillFts5(await sections(manual), file).close()),
    );
    await Deno.remove(file);
  }
  const [mine, theirs] = [percentile(ours, 0.5), percentile(fts5, 0.5)];
  return [
    { name: "first build, ours", value: mine, unit: "ms" },
    { name: "first build, FTS5 porter", value: theirs, unit: "ms" },
    {
      name: "first build, ours / FTS5 porter",
      value: mine / theirs,
      unit: "x",
      ratio: mine / theirs,
      limit: 1.2,
    },
  ];
}

/** A whole find beside one FTS5 query and one minisearch query. */
export async function benchQueries(
  manual: BenchManual,
  { minisearch = true }: { minisearch?: boolean } = {},
): Promise<BenchRow[]> {
  const finder = new Finder(runtime, {
    root: manual.root,
    settings: settings(3_600_000),
  });
  const texts = await sections(manual);
  const database = fillFts5(texts, ":memory:");
  const select = database.prepare(
    "SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT 50",
  );
  const mini = new MiniSearch({ fields: ["text"] });
  if (minisearch) mini.addAll(texts.map((text, id) => ({ id, text })));
  const times = { ours: [0], fts5: [0], mini: [0] };
  for (let round = 0; round < 3; round++) {
    times.ours.length = times.fts5.length = times.mini.length = 0;
    for (const query of manual.queries) {
      times.ours.push(
        await time(() => finder.find(ask(manual.manualId, query))),
      );
      const match = [...new Set(plainWords(query))].map((w) => `"${w}"`)
        .join(" OR ");
      times.fts5.push(await time(() => select.all(match)));
      if (minisearch) times.mini.push(await time(() => mini.search(query)));
    }
  }
  finder.close();
  database.close();
  const p50 = (values: readonly number[]): number => percentile(values, 0.5);
  const ours = p50(times.ours);
  const rows: BenchRow[] = [
    { name: "manual_find p50", value: ours, unit: "ms" },
    {
      name: "manual_find p95",
      value: percentile(times.ours, 0.95),
      unit: "ms",
    },
    { name: "FTS5 porter query p50", value: p50(times.fts5), unit: "ms" },
    {
      name: "manual_find / FTS5 query",
      value: ours / p50(times.fts5),
      unit: "x",
      ratio: ours / p50(times.fts5),
      limit: 1,
    },
  ];
  if (!minisearch) return rows;
  const ratio = ours / p50(times.mini);
  return [
    ...rows,
    { name: "minisearch query p50", value: p50(times.mini), unit: "ms" },
    {
      name: "manual_find / minisearch",
      value: ratio,
      unit: "x",
      ratio,
      limit: 0.2,
    },
  ];
}

/** What looking for changes costs, and what one changed file adds. */
export async function benchRefresh(manual: BenchManual): Promise<BenchRow[]> {
  const place = `${manual.root}/${manual.manualId}`;
  const corpus = await walkManual(runtime.files, place);
  const sweep = await time(() => refreshCorpus(runtime.files, place, corpus));
  const walk = await time(() => walkManual(runtime.files, place));
  const finder = new Finder(runtime, {
    root: manual.root,
    settings: settings(0),
  });
  const find = () =>
    finder.find(ask(manual.manualId, manual.queries[0] ?? "x"));
  await find();
  await find();
  const unchanged = await time(find);
  const path = `${place}/${corpus.files[0]?.path}`;
  const before = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, `${before}\nOne more line.\n`);
  const changed = await time(find);
  await Deno.writeTextFile(path, before);
  finder.close();
  return [
    { name: "stat sweep, nothing changed", value: sweep, unit: "ms" },
    { name: "directory walk", value: walk, unit: "ms" },
    { name: "find with sweep, nothing changed", value: unchanged, unit: "ms" },
    { name: "find after one file changed", value: changed, unit: "ms" },
    {
      name: "one file changed, beyond sweep and walk",
      value: Math.max(0, changed - unchanged - walk),
      unit: "ms",
    },
  ];
}

async function run(command: string, args: string[]): Promise<number> {
  return await time(async () => {
    await new Deno.Command(command, { args, stdout: "null", stderr: "null" })
      .output();
  });
}

/** First query of a new process, with a stored index, beside ripgrep. */
export async function benchColdQuery(
  manual: BenchManual,
  rounds = 7,
): Promise<BenchRow[]> {
  const cache = await Deno.makeTempDir();
  const config = `${cache}/config.yaml`;
  await Deno.writeTextFile(config, "");
  const main = new URL("../../mod.ts", import.meta.url).pathname;
  const [query = "x"] = manual.queries;
  const find = (): Promise<number> =>
    time(async () => {
      await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", main, "manuals", "find", "--root", manual.root]
          .concat(manual.manualId, query),
        env: { XDG_CACHE_HOME: cache },
        stdout: "null",
        stderr: "null",
      }).output();
    });
  await find();
  const ours: number[] = [];
  const theirs: number[] = [];
  const pattern = plainWords(query).join("|");
  for (let round = 0; round < rounds; round++) {
    ours.push(await find());
    theirs.push(
      await run("rg", [
        "-c",
        "-i",
        pattern,
        `${manual.root}/${manual.manualId}`,
      ]),
    );
  }
  const [mine, rg] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
  await Deno.remove(cache, { recursive: true });
  return [
    { name: "first query of a new process", value: mine, unit: "ms" },
    { name: "ripgrep over the same files", value: rg, unit: "ms" },
    {
      name: "new process / ripgrep",
      value: mine / rg,
      unit: "x",
      ratio: mine / rg,
      limit: 1,
    },
  ];
}

/** Memory of a process with the index loaded, over one with an empty manual. */
export async function benchMemory(
  manual: BenchManual,
  corpusBytes: number,
): Promise<BenchRow[]> {
  const empty = await Deno.makeTempDir();
  const cache = await Deno.makeTempDir();
  await Deno.mkdir(`${empty}/manual`);
  const child = new URL("./memory_child.ts", import.meta.url).pathname;
  const measure = async (
    root: string,
    id: string,
  ): Promise<[number, number]> => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", child, root, id, cache, manual.queries[0] ?? "x"],
    }).output();
    return JSON.parse(new TextDecoder().decode(stdout));
  };
  const [bare] = await measure(empty, "manual");
  const [, peak] = await measure(manual.root, manual.manualId);
  const [loaded] = await measure(manual.root, manual.manualId);
  await Deno.remove(empty, { recursive: true });
  await Deno.remove(cache, { recursive: true });
  const mb = (bytes: number): number => bytes / 1e6;
  const steady = (loaded - bare) / corpusBytes;
  return [
    { name: "memory, empty manual", value: mb(bare), unit: "MB" },
    { name: "memory, index loaded", value: mb(loaded), unit: "MB" },
    {
      name: "index loaded over empty / corpus",
      value: steady,
      unit: "x",
      ratio: steady,
      limit: 1.5,
    },
    { name: "memory peak while building", value: mb(peak), unit: "MB" },
    {
      name: "build peak / the larger of 5 corpora and 300 MB",
      value: peak / Math.max(5 * corpusBytes, 300e6),
      unit: "x",
      ratio: peak / Math.max(5 * corpusBytes, 300e6),
      limit: 1,
    },
  ];
}
