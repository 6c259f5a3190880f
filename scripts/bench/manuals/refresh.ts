import { walkManual } from "../../../src/manuals/library/corpus.ts";
import { refreshCorpus } from "../../../src/manuals/library/refresh_corpus.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { compare, type Rows } from "../compare.ts";
import { summary } from "../samples.ts";
import {
  ask,
  openManual,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";

const SWEEP = "stat sweep, nothing changed";
const WALK = "directory walk";
const SAME = "find with sweep, nothing changed";
const EXPECTED = "find with sweep + walk";
const CHANGED = "find after one file changed";

/** What looking for changes costs, and what one changed file adds to it. */
export async function benchRefresh(
  manual: SyntheticManual,
  rounds: number,
): Promise<Rows> {
  const { place, corpus, queries } = manual;
  const finder = openManual(manual, { refreshMs: 0 });
  const find = () => finder.find(ask(queries[0] ?? "x"));
  await find();
  await find();
  const names = [SWEEP, WALK, SAME, EXPECTED, CHANGED];
  const times = new Map(names.map((name) => [name, new Array<number>()]));
  const path = `${place}/${corpus.files[0]?.path}`;
  const before = await Deno.readTextFile(path);
  for (let round = 0; round < rounds; round++) {
    const known = await walkManual(runtime.files, place);
    const sweep = await time(() => refreshCorpus(runtime.files, place, known));
    const walk = await time(() => walkManual(runtime.files, place));
    const same = await time(find);
    await Deno.writeTextFile(path, `${before}\nLine ${round}.\n`);
    const changed = await time(find);
    // What was written a moment ago is read again; then all is quiet.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await find();
    [sweep, walk, same, same + walk, changed].forEach((ms, i) =>
      times.get(names[i] ?? "")?.push(ms)
    );
  }
  await Deno.writeTextFile(path, before);
  finder.close();
  const rows: Rows = new Map();
  for (const [name, values] of times) {
    rows.set(name, { name, unit: "ms", ...summary(values), note: "warm" });
  }
  compare(rows, CHANGED, EXPECTED, "≤ 1.5");
  return rows;
}
