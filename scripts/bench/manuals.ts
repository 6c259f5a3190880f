import { benchOnNode } from "./manuals/both_runtimes.ts";
import { benchBuild } from "./manuals/build.ts";
import { benchFirstQuery } from "./manuals/first_query.ts";
import { benchGrowth } from "./manuals/growth.ts";
import { makeManual } from "./manuals/synthetic_manual.ts";
import { benchMemory } from "./manuals/memory.ts";
import { madePages, readPages } from "./manuals/pages.ts";
import { benchQueries } from "./manuals/queries.ts";
import { benchRefresh } from "./manuals/refresh.ts";
import type { BenchOptions, Row } from "./row.ts";

const FILES = 14_000;
const QUICK_FILES = 300;
/** A manual of which another target is asked. */
const FEW = 1000;
const GROWTH = { from: 10_000, to: 150_000 };
const QUICK_GROWTH = { from: 100, to: 300 };

/** Retrieval over a manual, synthetic or given, beside what people use for it today. */
export async function manuals(options: BenchOptions): Promise<Row[]> {
  const { quick, peers, progress, corpus } = options;
  const pages = corpus === undefined
    ? madePages(quick ? QUICK_FILES : FILES)
    : await readPages(corpus);
  await using manual = await makeManual(pages);
  const rows: Row[] = [];
  progress("manuals: building");
  rows.push(...(await benchBuild(manual, quick ? 1 : 3)).values());
  progress("manuals: searching");
  // A hundred questions of each kind: once is enough, and takes minutes.
  rows.push(...(await benchQueries(manual, { rounds: 1, peers })).values());
  progress("manuals: building and searching on Node");
  const { oursNode, libraries } = await options.candidates();
  const beside = { rounds: quick ? 1 : 2, libraries, onDeno: rows };
  rows.push(...await benchOnNode(manual, beside));
  progress("manuals: refreshing");
  rows.push(...(await benchRefresh(manual, quick ? 1 : 15)).values());
  progress("manuals: starting");
  const onNode = oursNode?.command.filter((arg) => arg !== "--stdio");
  const often = {
    rounds: quick ? 1 : 11,
    onNode,
    fewFiles: quick ? FEW / 10 : FEW,
  };
  rows.push(...await benchFirstQuery(manual, pages, often));
  progress("manuals: memory");
  rows.push(...await benchMemory(manual));
  // A given corpus has the size it has.
  if (corpus !== undefined) return rows;
  const growth = quick ? QUICK_GROWTH : GROWTH;
  rows.push(...(await benchGrowth(growth, progress)).values());
  return rows;
}
