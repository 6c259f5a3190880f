import { compare, type Rows } from "../compare.ts";
import type { Row } from "../row.ts";
import { measureOnNode } from "../on_node.ts";
import type { Libraries } from "../peers.ts";
import { summary } from "../samples.ts";
import { findTimes } from "./find_times.ts";
import { findTimesBesideOthers } from "./others.ts";
import { addQueries, workloads } from "./queries.ts";
import type { SyntheticManual } from "./synthetic_manual.ts";

const MODULE = new URL("./find_times.ts", import.meta.url);
const OTHERS = new URL("./others.ts", import.meta.url);

/** Building and searching on Node, beside the other engines of the same run. */
export async function benchOnNode(
  manual: SyntheticManual,
  { rounds, libraries, onDeno }: {
    readonly rounds: number;
    /** For the other engines, if they are wanted. */
    readonly libraries: Libraries | undefined;
    readonly onDeno: readonly Row[];
  },
): Promise<Row[]> {
  const { root, place } = manual;
  const kinds = workloads(manual);
  const options = { root, place, workloads: kinds, rounds };
  const times = libraries
    ? await measureOnNode(OTHERS, findTimesBesideOthers, options, libraries)
    : await measureOnNode(MODULE, findTimes, options);
  if (!times) return [];
  const rows: Rows = new Map(onDeno.map((row) => [row.name, row]));
  const known = new Set(rows.keys());
  const build = "first build, ours, node";
  rows.set(build, { name: build, unit: "ms", ...summary(times.builds) });
  compare(rows, build, "first build, FTS5 porter", "≤ 1.4");
  for (const [kind, queries] of times.queries) {
    addQueries(rows, kind, queries, ", node");
  }
  return [...rows].flatMap(([key, row]) => known.has(key) ? [] : [row]);
}
