import assert from "node:assert/strict";
import type { Finder } from "../../../src/manuals/find/finder.ts";
import { ask, settle, setUpFinder } from "../../kit/find_setup.ts";
import { countOpenFiles, makeManualRoot } from "../../kit/manual_root.ts";

/** Enough text for an index that is read in parts. */
function largeManual(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let f = 0; f < 80; f++) {
    const words = Array.from({ length: 7000 }, (_, i) => `w${(i * f) % 5003}`);
    files[`guide/${f}.md`] = `# Page ${f}\n${words.join(" ")} needle${f}\n`;
  }
  return files;
}

async function topOf(finder: Finder, query: string): Promise<unknown[]> {
  const { trace_id } = await finder.find(ask(query));
  const { items } = finder.hits({ trace_id, kind: "integrated_top" });
  await finder.settled();
  await finder.close();
  return [...items];
}

Deno.test("Finder() finds the same through a stored index, read in parts", async () => {
  using root = makeManualRoot(largeManual());
  settle(`${root.path}/guide`);
  const cacheDir = `${root.path}/cache`;
  const open = (): Finder => setUpFinder(root.path, { cacheDir });
  const built = await topOf(open(), "needle7 w12");
  assert.deepEqual(await topOf(open(), "needle7 w12"), built);
  const counted = countOpenFiles();
  const { files } = counted;
  const finder = setUpFinder(root.path, { cacheDir, files });
  await finder.find(ask("needle7 w12"));
  assert.equal(counted.open, 1, "the index is read in parts");
  await finder.close();
  assert.equal(counted.open, 0);
});

Deno.test("Finder() builds anew when what it needs of a stored index is damaged", async () => {
  using root = makeManualRoot(largeManual());
  settle(`${root.path}/guide`);
  const cacheDir = `${root.path}/cache`;
  const open = (): Finder => setUpFinder(root.path, { cacheDir });
  const built = await topOf(open(), "needle7 w12");
  const [entry] = Deno.readDirSync(`${cacheDir}/manuals`);
  const path = `${cacheDir}/manuals/${entry?.name}`;
  const bytes = Deno.readFileSync(path);
  assert.equal(bytes.length > 1 << 20, true);
  bytes.fill(0, bytes.length >> 1);
  Deno.writeFileSync(path, bytes);
  assert.deepEqual(await topOf(open(), "needle7 w12"), built);
  assert.notEqual(Deno.readFileSync(path).at(-1), 0);
});
