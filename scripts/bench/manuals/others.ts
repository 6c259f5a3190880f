import MiniSearch from "minisearch";
import type { Engine } from "./engines.ts";
import { type FindOptions, type FindTimes, findTimes } from "./find_times.ts";
import { Flexsearch } from "./flexsearch.ts";

/** The names of the engines, which begin those of their rows. */
export const MINI = "minisearch query";
export const FLEX = "flexsearch query";

/** Engines in plain JavaScript, which run on both runtimes. */
export function others(texts: readonly string[]): Engine[] {
  const mini = new MiniSearch({ fields: ["text"] });
  mini.addAll(texts.map((text, id) => ({ id, text })));
  const flex = new Flexsearch(texts);
  return [
    [MINI, (query) => mini.search(query)],
    [FLEX, (query) => flex.search(query)],
  ];
}

/** {@linkcode findTimes} with those engines beside ours. */
export function findTimesBesideOthers(
  options: FindOptions,
): Promise<FindTimes> {
  return findTimes(options, others);
}
