import { fileURLToPath } from "node:url";
import type { Row } from "../row.ts";
import type { SyntheticManual } from "./synthetic_manual.ts";

const MB = 1e6;
const SMALLEST_PEAK = 300 * MB;

/** Memory of a process with the index loaded, and while building it. */
export async function benchMemory(manual: SyntheticManual): Promise<Row[]> {
  const empty = await Deno.makeTempDir();
  const cache = await Deno.makeTempDir();
  await Deno.mkdir(`${empty}/manual`);
  const [bare] = await measure(empty, cache, manual.queries);
  const [, peak] = await measure(manual.root, cache, manual.queries);
  const [loaded] = await measure(manual.root, cache, manual.queries);
  await Deno.remove(empty, { recursive: true });
  await Deno.remove(cache, { recursive: true });
  const bound = Math.max(5 * manual.bytes, SMALLEST_PEAK);
  const queries = `after ${manual.queries.length} queries`;
  return [
    { name: "corpus on disk", value: manual.bytes / MB, unit: "MB" },
    { name: "memory, empty manual", value: bare / MB, unit: "MB" },
    {
      name: "memory over that, index loaded",
      value: (loaded - bare) / MB,
      unit: "MB",
      ratio: (loaded - bare) / manual.bytes,
      to: "corpus on disk",
      target: "≤ 1.5",
      note: `from the stored index, ${queries}`,
    },
    { name: "5 corpora, at least 300 MB", value: bound / MB, unit: "MB" },
    {
      name: "memory peak of a building process",
      value: peak / MB,
      unit: "MB",
      ratio: peak / bound,
      to: "5 corpora, at least 300 MB",
      target: "≤ 1",
    },
  ];
}

/** Resident memory at the end and at its peak, in bytes. */
async function measure(
  root: string,
  cache: string,
  queries: readonly string[],
): Promise<[end: number, peak: number]> {
  const child = fileURLToPath(new URL("./memory_child.ts", import.meta.url));
  const { stdout, success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", child, root, cache, ...queries],
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(decoder.decode(stderr));
  return JSON.parse(decoder.decode(stdout));
}
