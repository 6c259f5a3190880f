import { walkManual } from "../../../src/manuals/library/corpus.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { type Engine, ours, queryTimes } from "./engines.ts";
import type { Workload } from "./queries.ts";
import {
  ask,
  openManual,
  readSections,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";

/** Which manual to search, for what, and how often. */
export interface FindOptions extends Pick<SyntheticManual, "root" | "place"> {
  readonly workloads: readonly Workload[];
  readonly rounds: number;
}

/** Milliseconds on the runtime on which this runs. */
export interface FindTimes {
  readonly builds: readonly number[];
  /** Of each kind: those of every engine. */
  readonly queries: readonly (readonly [
    kind: string,
    times: readonly (readonly [engine: string, ms: readonly number[]])[],
  ])[];
}

/** Builds the index some times, then asks for everything, others too. */
export async function findTimes(
  { root, place, workloads, rounds }: FindOptions,
  others?: (texts: readonly string[]) => Engine[],
): Promise<FindTimes> {
  const builds: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const finder = openManual({ root });
    const ms = await time(() => finder.find(ask("warm up")));
    await finder.close();
    // The first one only warms the caches.
    if (round > 0) builds.push(ms);
  }
  const finder = openManual({ root });
  const engines = [ours(finder)];
  if (others) {
    const corpus = await walkManual(runtime.files, place);
    engines.push(...others(readSections({ place, corpus })));
  }
  const queries: [string, [string, number[]][]][] = [];
  for (const { kind, queries: asked, share } of workloads) {
    queries.push([kind, [...await queryTimes(engines, asked, share)]]);
  }
  await finder.close();
  return { builds, queries };
}
