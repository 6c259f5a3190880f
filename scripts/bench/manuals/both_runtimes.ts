import type { Row } from "../row.ts";
import { measureOnNode } from "../on_node.ts";
import { summary } from "../samples.ts";
import { findTimes } from "./find_times.ts";
import { workloads } from "./queries.ts";
import type { SyntheticManual } from "./synthetic_manual.ts";

const MODULE = new URL("./find_times.ts", import.meta.url);

/** Building and searching on Node, beside the rows of the same run on Deno. */
export async function benchOnNode(
  manual: SyntheticManual,
  rounds: number,
  onDeno: readonly Row[],
): Promise<Row[]> {
  const options = { root: manual.root, workloads: workloads(manual), rounds };
  const times = await measureOnNode(MODULE, findTimes, options);
  if (!times) return [];
  const row = (to: string, ms: readonly number[]): Row => {
    const figures = summary(ms);
    const name = `${to}, node`;
    const other = onDeno.find((one) => one.name === to)?.value;
    const ratio = other && { ratio: figures.value / other, to };
    return { name, unit: "ms", ...figures, ...ratio };
  };
  return [
    row("first build, ours", times.builds),
    ...times.finds.map(([kind, ms]) => row(`manual_find, ${kind}`, ms)),
  ];
}
