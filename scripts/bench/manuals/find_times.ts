import {
  ask,
  openManual,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";
import type { Workload } from "./queries.ts";

/** Which manual to search, for what, and how often. */
export interface FindOptions extends Pick<SyntheticManual, "root"> {
  readonly workloads: readonly Workload[];
  readonly rounds: number;
}

/** Milliseconds on the runtime on which this runs. */
export interface FindTimes {
  readonly builds: readonly number[];
  readonly finds: readonly (readonly [kind: string, ms: readonly number[]])[];
}

/** Builds the index some times, then asks for everything. */
export async function findTimes(
  { root, workloads, rounds }: FindOptions,
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
  const finds: [string, number[]][] = [];
  for (const { kind, queries, share } of workloads) {
    const times: number[] = [];
    const warmUp = Math.ceil(share * rounds / 2);
    for (let round = -warmUp; round < share * rounds; round++) {
      for (const query of queries) {
        const ms = await time(() => finder.find(ask(query)));
        if (round >= 0) times.push(ms);
      }
    }
    finds.push([kind, times]);
  }
  await finder.close();
  return { builds, finds };
}
