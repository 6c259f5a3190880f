import { compare, type Rows } from "../compare.ts";
import { measureOnNode } from "../on_node.ts";
import type { Target } from "../row.ts";
import { summary } from "../samples.ts";
import { type GrowthOptions, growthTimes } from "./growth_times.ts";
import { type Page, pagesOnTheWay, queriesOf, writePages } from "./pages.ts";
import { MANUAL_ID } from "./synthetic_manual.ts";

const MODULE = new URL("./growth_times.ts", import.meta.url);
const UNITS = { "build": "ms", "index file": "MB", "manual_find": "ms" };
type Figure = keyof typeof UNITS;

/** How many files a manual has before and after it has grown. */
export interface Growth {
  readonly from: number;
  readonly to: number;
}

/** How building, storing and searching grow with a manual, on both runtimes. */
export async function benchGrowth(
  { from, to }: Growth,
  progress: (line: string) => void,
): Promise<Rows> {
  const root = await Deno.makeTempDir();
  const place = `${root}/${MANUAL_ID}`;
  const rows: Rows = new Map();
  const pages = pagesOnTheWay(to);
  const first: Page[] = [];
  while (first.length < from) first.push(pages.next().value);
  // The same questions of both, from pages that both have.
  const { queries } = queriesOf(first);
  progress(`manuals: ${from} files`);
  writePages(place, first);
  await measure(rows, nameOf(from), { root, queries, builds: 3 });
  progress(`manuals: ${to} files`);
  writePages(place, pages);
  await measure(rows, nameOf(to), { root, queries, builds: 1 });
  await Deno.remove(root, { recursive: true });
  // In proportion, with room for noise; a query is to grow less than that.
  const times = to / from;
  const most = (share: number): Target =>
    `≤ ${Number((share * times).toFixed(2))}`;
  const targets: Readonly<Record<Figure, Target>> = {
    "build": most(1.15),
    "index file": most(1.05),
    "manual_find": most(1),
  };
  for (const [figure, target] of Object.entries(targets)) {
    for (const on of ["", ", node"]) {
      const name = (files: number) => `${figure}, ${nameOf(files)}${on}`;
      compare(rows, name(to), name(from), target);
    }
  }
  return rows;
}

function nameOf(files: number): string {
  return `${files.toLocaleString("en")} files`;
}

async function measure(
  rows: Rows,
  size: string,
  asked: Omit<GrowthOptions, "cacheDir">,
): Promise<void> {
  const cacheDir = await Deno.makeTempDir();
  const options = { ...asked, cacheDir };
  const add = (figure: Figure, on: string, values: readonly number[]): void => {
    const name = `${figure}, ${size}${on}`;
    rows.set(name, { name, unit: UNITS[figure], ...summary(values) });
  };
  const onDeno = await growthTimes(options);
  add("build", "", onDeno.builds);
  add("index file", "", [sizeOf(`${cacheDir}/manuals`) / 1e6]);
  add("manual_find", "", onDeno.finds);
  // Not what Deno stored, which Node would open.
  await Deno.remove(cacheDir, { recursive: true });
  const onNode = await measureOnNode(MODULE, growthTimes, options);
  if (!onNode) return;
  add("build", ", node", onNode.builds);
  add("manual_find", ", node", onNode.finds);
  await Deno.remove(cacheDir, { recursive: true });
}

function sizeOf(dir: string): number {
  let size = 0;
  for (const { name } of Deno.readDirSync(dir)) {
    size += Deno.statSync(`${dir}/${name}`).size;
  }
  return size;
}
