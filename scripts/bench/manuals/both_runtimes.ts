import { compare, type Rows } from "../compare.ts";
import type { Row } from "../row.ts";
import { measureOnNode } from "../on_node.ts";
import { summary } from "../samples.ts";
import { findTimes } from "./find_times.ts";
import { compareFinds, workloads } from "./queries.ts";
import type { SyntheticManual } from "./synthetic_manual.ts";

const MODULE = new URL("./find_times.ts", import.meta.url);

/** Building and searching on Node, beside the other engines of the same run. */
export async function benchOnNode(
  manual: SyntheticManual,
  rounds: number,
  onDeno: readonly Row[],
): Promise<Row[]> {
  const kinds = workloads(manual);
  const options = { root: manual.root, workloads: kinds, rounds };
  const times = await measureOnNode(MODULE, findTimes, options);
  if (!times) return [];
  const rows: Rows = new Map(onDeno.map((row) => [row.name, row]));
  const known = new Set(rows.keys());
  const build = "first build, ours, node";
  rows.set(build, { name: build, unit: "ms", ...summary(times.builds) });
  compare(rows, build, "first build, FTS5 porter", "≤ 1.4");
  for (const [kind, ms] of times.finds) {
    const name = `manual_find, ${kind}, node`;
    rows.set(name, { name, unit: "ms", ...summary(ms) });
    compareFinds(rows, { name, kind, times: ms });
  }
  return [...rows].flatMap(([key, row]) => known.has(key) ? [] : [row]);
}
