import { fileURLToPath } from "node:url";
import { measureOnNode } from "../on_node.ts";
import type { Row } from "../row.ts";
import { type MemoryOptions, memoryUse } from "./memory_use.ts";
import type { SyntheticManual } from "./synthetic_manual.ts";

const MB = 1e6;
const SMALLEST_PEAK = 300 * MB;
const CORPUS = "corpus on disk";
const BOUND = "5 corpora, at least 300 MB";

/** Memory of a process with the index loaded, and while building it. */
export async function benchMemory(manual: SyntheticManual): Promise<Row[]> {
  if (Deno.build.os !== "linux") {
    const note = "skipped: needs /proc, which only Linux has";
    return [{ name: "memory of manuals", value: NaN, unit: "MB", note }];
  }
  const bound = Math.max(5 * manual.bytes, SMALLEST_PEAK);
  return [
    { name: CORPUS, value: manual.bytes / MB, unit: "MB" },
    { name: BOUND, value: bound / MB, unit: "MB" },
    ...await measure(manual, bound, "", onDeno),
    ...await measure(manual, bound, ", node", onNode),
  ];
}

type Use = (
  options: MemoryOptions,
) => Promise<Awaited<ReturnType<typeof memoryUse>> | undefined>;

async function measure(
  { root, queries, bytes }: SyntheticManual,
  bound: number,
  on: string,
  use: Use,
): Promise<Row[]> {
  const empty = await Deno.makeTempDir();
  const cacheDir = await Deno.makeTempDir();
  await Deno.mkdir(`${empty}/manual`);
  const [bare] = await use({ root: empty, cacheDir, queries }) ?? [];
  const [, peak] = await use({ root, cacheDir, queries }) ?? [];
  const [loaded] = await use({ root, cacheDir, queries }) ?? [];
  await Deno.remove(empty, { recursive: true });
  await Deno.remove(cacheDir, { recursive: true });
  if (!bare || !peak || !loaded) return [];
  return [
    { name: `memory, empty manual${on}`, value: bare / MB, unit: "MB" },
    {
      name: `memory over that, index loaded${on}`,
      value: (loaded - bare) / MB,
      unit: "MB",
      ratio: (loaded - bare) / bytes,
      to: CORPUS,
      target: "≤ 1.5",
      note: `from the stored index, after ${queries.length} queries`,
    },
    {
      name: `memory peak of a building process${on}`,
      value: peak / MB,
      unit: "MB",
      ratio: peak / bound,
      to: BOUND,
      target: "≤ 1",
    },
  ];
}

const onDeno: Use = async (options) => {
  const child = fileURLToPath(new URL("./memory_child.ts", import.meta.url));
  const { stdout, success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", child, JSON.stringify(options)],
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(decoder.decode(stderr));
  return JSON.parse(decoder.decode(stdout));
};

const onNode: Use = (options) =>
  measureOnNode(
    new URL("./memory_use.ts", import.meta.url),
    memoryUse,
    options,
  );
