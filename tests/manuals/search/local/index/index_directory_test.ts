import assert from "node:assert/strict";
import { IndexDirectory } from "../../../../../src/manuals/search/local/index/index_directory.ts";
import type { FileStat } from "../../../../../src/runtime/runtime.ts";
import { MemoryFiles } from "../../../../kit/memory_files.ts";
import { ManualClock } from "../../../../kit/manual_clock.ts";

/** Files that say that they are large. */
class LargeFiles extends MemoryFiles {
  constructor(readonly bytes: number) {
    super();
  }

  override lstatSync(path: string): FileStat | undefined {
    const stat = super.lstatSync(path);
    return stat && { ...stat, size: this.bytes };
  }
}

const indexName = (i: number): string => `${String(i).padStart(5, "0")}.index`;

/** What is left of so many indexes, each older than the one before it. */
async function tidied(count: number, bytes: number): Promise<string[]> {
  const files = new LargeFiles(bytes);
  for (let i = 0; i < count; i++) {
    files.now--;
    files.write(`/cache/${indexName(i)}`, "");
  }
  const directory = new IndexDirectory(files, new ManualClock(), "/cache");
  await directory.tidy(indexName(0));
  return files.paths("/cache");
}

Deno.test("IndexDirectory.tidy() keeps the latest 10,000 indexes", async () => {
  const left = await tidied(10_003, 1);
  assert.equal(left.length, 10_000);
  assert.equal(left.at(-1), indexName(9_999));
});

Deno.test("IndexDirectory.tidy() keeps the latest 8 GiB of indexes", async () => {
  const left = await tidied(12, 2 ** 30);
  assert.deepEqual(left, Array.from({ length: 8 }, (_, i) => indexName(i)));
});
