import type { Finder } from "../../../src/manuals/find/finder.ts";
import {
  ask,
  openManual,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";

/** Which manual to build, how often, and what to ask. */
export interface GrowthOptions extends Pick<SyntheticManual, "root"> {
  /** Where the index of the last build is stored. */
  readonly cacheDir: string;
  readonly queries: readonly string[];
  /** The first one only warms up, if there are several. */
  readonly builds: number;
}

/** Milliseconds on the runtime on which this runs. */
export interface GrowthTimes {
  readonly builds: readonly number[];
  readonly finds: readonly number[];
}

/** Builds the index some times, then asks for everything twice. */
export async function growthTimes(
  { root, cacheDir, queries, builds }: GrowthOptions,
): Promise<GrowthTimes> {
  const took: number[] = [];
  const build = async (finder: Finder): Promise<void> => {
    took.push(await time(() => finder.find(ask("warm up"))));
  };
  for (let i = 1; i < builds; i++) {
    const finder = openManual({ root });
    await build(finder);
    finder.close();
  }
  const finder = openManual({ root }, { cacheDir });
  await build(finder);
  await finder.settled();
  for (const query of queries) await finder.find(ask(query));
  const finds: number[] = [];
  for (const query of queries) {
    finds.push(await time(() => finder.find(ask(query))));
  }
  finder.close();
  return { builds: builds > 1 ? took.slice(1) : took, finds };
}
