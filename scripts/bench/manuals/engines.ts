import type { Finder } from "../../../src/manuals/find/finder.ts";
import { ask, time } from "./synthetic_manual.ts";

/** What is asked, by name. */
export type Engine = readonly [
  name: string,
  search: (query: string) => unknown,
];

/** Begins the names of our rows. */
export const OURS = "manual_find";

/** Others need no more to be warm, and some take a second for as many. */
const WARM_UP = 10;

/** A whole find. */
export function ours(finder: Finder): Engine {
  return [OURS, (query) => finder.find(ask(query))];
}

/** The times of every engine, query by query, when all are warm. */
export async function queryTimes(
  engines: readonly Engine[],
  queries: readonly string[],
  rounds: number,
): Promise<Map<string, number[]>> {
  for (const [name, search] of engines) {
    const some = name === OURS ? queries : queries.slice(0, WARM_UP);
    for (const query of some) await search(query);
  }
  const times = new Map(engines.map(([name]) => [name, new Array<number>()]));
  for (let round = 0; round < rounds; round++) {
    for (const query of queries) {
      for (const [name, search] of engines) {
        times.get(name)?.push(await time(() => search(query)));
      }
    }
  }
  return times;
}
