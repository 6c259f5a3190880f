import { walkManual } from "../../../src/manuals/library/corpus.ts";
import { refreshCorpus } from "../../../src/manuals/library/refresh_corpus.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import {
  ask,
  openManual,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";

/** Which manual to look at, and how often. */
export interface RefreshOptions
  extends Pick<SyntheticManual, "root" | "place"> {
  readonly query: string;
  /** A file of it, to which lines are added. */
  readonly changing: string;
  readonly rounds: number;
}

/** Milliseconds of each round. */
export interface RefreshTimes {
  readonly sweep: number;
  readonly walk: number;
  readonly same: number;
  readonly changed: number;
}

/** What looking for changes costs on the runtime on which this runs. */
export async function refreshTimes(
  { root, place, query, changing, rounds }: RefreshOptions,
): Promise<RefreshTimes[]> {
  const { files } = runtime;
  const line = new TextEncoder().encode("\nOne more line.\n");
  const finder = openManual({ root }, { refreshMs: 0 });
  const find = () => finder.find(ask(query));
  await find();
  await find();
  const times: RefreshTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const known = await walkManual(files, place);
    const sweep = await time(() => refreshCorpus(files, place, known));
    const walk = await time(() => walkManual(files, place));
    const same = await time(find);
    files.appendSync(changing, line);
    const changed = await time(find);
    times.push({ sweep, walk, same, changed });
    // What was written a moment ago is read again; then all is quiet.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await find();
  }
  finder.close();
  return times;
}
