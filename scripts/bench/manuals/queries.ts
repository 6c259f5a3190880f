import MiniSearch from "minisearch";
import { compare, type Rows } from "../compare.ts";
import { quantile, summary } from "../samples.ts";
import { Fts5 } from "./fts5.ts";
import {
  ask,
  type MadeManual,
  openManual,
  readSections,
  time,
} from "./made_manual.ts";

const OURS = "manual_find";
const FTS5 = "FTS5 porter query";
const MINI = "minisearch query";

/** The time of each query, once warm. */
export async function findTimes(
  manual: MadeManual,
  rounds: number,
): Promise<number[]> {
  const finder = openManual(manual);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const query of manual.queries) {
      const ms = await time(() => finder.find(ask(query)));
      if (round > 0) times.push(ms);
    }
  }
  finder.close();
  return times;
}

/** A whole find beside one query of FTS5 and of minisearch, query by query. */
export async function benchQueries(
  manual: MadeManual,
  { rounds, peers }: { readonly rounds: number; readonly peers: boolean },
): Promise<Rows> {
  const finder = openManual(manual);
  const texts = readSections(manual);
  const fts5 = new Fts5(texts, ":memory:");
  const mini = new MiniSearch({ fields: ["text"] });
  if (peers) mini.addAll(texts.map((text, id) => ({ id, text })));
  const engines: [string, (query: string) => unknown][] = [
    [OURS, (query) => finder.find(ask(query))],
    [FTS5, (query) => fts5.search(query)],
  ];
  if (peers) engines.push([MINI, (query) => mini.search(query)]);
  const times = new Map(engines.map(([name]) => [name, new Array<number>()]));
  for (let round = 0; round <= rounds; round++) {
    for (const query of manual.queries) {
      for (const [name, search] of engines) {
        const ms = await time(() => search(query));
        if (round > 0) times.get(name)?.push(ms);
      }
    }
  }
  finder.close();
  fts5.close();
  const rows: Rows = new Map();
  for (const [name, values] of times) {
    const note = `p95 ${quantile(values, 0.95).toFixed(1)} ms; warm, no sweep`;
    rows.set(name, { name, unit: "ms", ...summary(values), note });
  }
  compare(rows, OURS, FTS5, "≤ 1");
  compare(rows, OURS, MINI, "≤ 0.2");
  return rows;
}
