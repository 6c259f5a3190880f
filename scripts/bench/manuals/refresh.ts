import { compare, type Rows } from "../compare.ts";
import { measureOnNode } from "../on_node.ts";
import { summary } from "../samples.ts";
import { type RefreshTimes, refreshTimes } from "./refresh_times.ts";
import type { SyntheticManual } from "./synthetic_manual.ts";

const MODULE = new URL("./refresh_times.ts", import.meta.url);
const EXPECTED = "find with sweep + walk";
const CHANGED = "find after one file changed";
const FIGURES: Readonly<Record<string, (times: RefreshTimes) => number>> = {
  "stat sweep, nothing changed": ({ sweep }) => sweep,
  "directory walk": ({ walk }) => walk,
  "find with sweep, nothing changed": ({ same }) => same,
  [EXPECTED]: ({ same, walk }) => same + walk,
  [CHANGED]: ({ changed }) => changed,
};

/** What looking for changes costs, and what one changed file adds to it. */
export async function benchRefresh(
  { root, place, corpus, queries: [query = "x"] }: SyntheticManual,
  rounds: number,
): Promise<Rows> {
  const changing = `${place}/${corpus.files[0]?.path}`;
  const before = await Deno.readTextFile(changing);
  const options = { root, place, query, changing, rounds };
  const rows: Rows = new Map();
  const add = (on: string, times?: readonly RefreshTimes[]): void => {
    if (!times) return;
    for (const [figure, of] of Object.entries(FIGURES)) {
      const name = `${figure}${on}`;
      const figures = summary(times.map(of));
      rows.set(name, { name, unit: "ms", ...figures, note: "warm" });
    }
    compare(rows, CHANGED + on, EXPECTED + on, "≤ 1.5");
  };
  add("", await refreshTimes(options));
  add(", node", await measureOnNode(MODULE, refreshTimes, options));
  await Deno.writeTextFile(changing, before);
  return rows;
}
