import { compare, type Rows } from "../compare.ts";
import type { Target } from "../row.ts";
import { interleave, summary } from "../samples.ts";
import { buildOnce } from "./build.ts";
import {
  ask,
  makeManual,
  openManual,
  type SyntheticManual,
} from "./synthetic_manual.ts";
import type { Page } from "./pages.ts";
import { measure } from "./queries.ts";

const FIGURES = ["build", "index file", "manual_find"] as const;
const UNITS = { "build": "ms", "index file": "MB", "manual_find": "ms" };
// Double, with room for noise; a query is to grow less than that.
const TARGETS: Readonly<Record<typeof FIGURES[number], Target>> = {
  "build": "≤ 2.3",
  "index file": "≤ 2.1",
  "manual_find": "≤ 2",
};

/** How building, storing and searching grow when the corpus doubles. */
export async function benchGrowth(
  whole: SyntheticManual,
  pages: readonly Page[],
  rounds: number,
): Promise<Rows> {
  await using half = await makeManual(pages.filter((_, i) => i % 2 === 0));
  const subjects = [{ name: "half", manual: half }, {
    name: "whole",
    manual: whole,
  }];
  const builds = await interleave(
    subjects,
    rounds,
    ({ manual }) => buildOnce(manual),
  );
  const finds = await findTimes(subjects, rounds);
  const rows: Rows = new Map();
  for (const subject of subjects) {
    const samples = {
      "build": builds.get(subject) ?? [],
      "index file": [await indexSize(subject.manual) / 1e6],
      "manual_find": finds.get(subject.name) ?? [],
    };
    for (const figure of FIGURES) {
      const name = `${figure}, ${subject.name} of the corpus`;
      const unit = UNITS[figure];
      rows.set(name, { name, unit, ...summary(samples[figure]) });
    }
  }
  for (const figure of FIGURES) {
    const [a, b] = ["whole", "half"].map((n) =>
      `${figure}, ${n} of the corpus`
    );
    compare(rows, a ?? "", b ?? "", TARGETS[figure]);
  }
  return rows;
}

/** The same queries in turns: the machine's own speed changes meanwhile. */
async function findTimes(
  subjects: readonly {
    readonly name: string;
    readonly manual: SyntheticManual;
  }[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const finders = subjects.map(({ name, manual }) => ({
    name,
    finder: openManual(manual),
  }));
  const queries = subjects[0]?.manual.queries ?? [];
  const times = await measure(
    finders.map(({ name, finder }) => [name, (q) => finder.find(ask(q))]),
    queries,
    rounds,
  );
  for (const { finder } of finders) finder.close();
  return times;
}

async function indexSize(manual: SyntheticManual): Promise<number> {
  const cacheDir = await Deno.makeTempDir();
  const finder = openManual(manual, { cacheDir });
  await finder.find(ask("warm up"));
  await finder.settled();
  finder.close();
  let size = 0;
  for (const { name } of Deno.readDirSync(`${cacheDir}/manuals`)) {
    size += Deno.statSync(`${cacheDir}/manuals/${name}`).size;
  }
  await Deno.remove(cacheDir, { recursive: true });
  return size;
}
