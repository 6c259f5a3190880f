import assert from "node:assert/strict";
import { ManualIndex } from "../../../../../src/manuals/search/local/index/manual_index.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import type { Files } from "../../../../../src/runtime/runtime.ts";
import {
  contents,
  countingFiles,
  current,
  FILES,
  openIndex,
} from "../../../../kit/manual_index.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";

/** Each file takes a millisecond to read. */
const slowFiles: Files = {
  ...runtime.files,
  readSync(path) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    return runtime.files.readSync(path);
  },
};

/** A manual of so many small files. */
function pages(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
}

Deno.test("ManualIndex() gives what is indexed in time and goes on building", async () => {
  using root = makeManualRoot(FILES);
  let now = 0;
  // Every look at the clock takes so long that each slice holds one file.
  const clock = {
    now: () => Date.now(),
    monotonic: () => now += 20,
    after: (ms: number, run: () => void) => runtime.clock.after(ms, run),
    turn: runtime.clock.turn,
  };
  const index = new ManualIndex({
    root: `${root.path}/guide`,
    files: runtime.files,
    clock,
    classes: new CharClasses(),
    maxFileBytes: 1000,
    refreshMs: 0,
  });
  const early = await current(index, 0);
  assert.equal(
    early.unscanned.every(({ reason }) => reason === "time_budget"),
    true,
  );
  await index.settled();
  const late = await current(index);
  assert.equal(late.unscanned.length, 0);
  assert.equal(late.view.files, 3);
});

Deno.test("ManualIndex() stops reading when its only caller cancels", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
  using root = makeManualRoot(many);
  const stop = new AbortController();
  const { files, reads } = countingFiles();
  const slow: Files = {
    ...files,
    readSync(path) {
      if (reads.length === 10) stop.abort(new Error("enough"));
      const until = performance.now() + 2;
      while (performance.now() < until);
      return files.readSync(path);
    },
  };
  const index = openIndex(root.path, { files: slow });
  await assert.rejects(
    index.current({ signal: stop.signal, timeMs: 60_000 }),
    /enough/,
  );
  await index.settled();
  assert.equal(reads.length < 100, true, `${reads.length} reads`);
});

Deno.test("ManualIndex() lets other work run while it builds", async () => {
  using root = makeManualRoot(pages(300));
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await current(openIndex(root.path, { files: slowFiles }));
  clearInterval(timer);
  assert.equal(turns > 5, true, `${turns} turns`);
});

Deno.test("ManualIndex() tells everyone who waits how far it is, and nobody else", async () => {
  using root = makeManualRoot(pages(600));
  const index = openIndex(root.path, { files: slowFiles });
  const told = { first: 0, second: 0, left: 0 };
  const wait = (name: keyof typeof told, timeMs: number): Promise<unknown> =>
    index.current({
      timeMs,
      progress(done, total) {
        assert.ok(done > 0 && done <= total, `${done} of ${total}`);
        told[name]++;
      },
    });
  const all = [wait("first", 60_000), wait("second", 60_000), wait("left", 1)];
  await all.pop();
  const before = told.left;
  await Promise.all(all);
  assert.equal(told.first > 1, true);
  assert.equal(told.second, told.first);
  assert.equal(told.left, before);
});

Deno.test("ManualIndex() discarded while it is built is built anew", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nalpha\n",
    "guide/b.md": "# B\nbeta\n",
  });
  let discarded = false;
  const readSync: Files["readSync"] = (path) => {
    if (!discarded) index.discard();
    discarded = true;
    return runtime.files.readSync(path);
  };
  const index = openIndex(root.path, { files: { ...runtime.files, readSync } });
  const found = contents(await current(index));
  assert.deepEqual(found, contents(await current(openIndex(root.path))));
});
