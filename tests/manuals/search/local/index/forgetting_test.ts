import assert from "node:assert/strict";
import type { IndexState } from "../../../../../src/manuals/search/local/index/index_file.ts";
import type { IndexStore } from "../../../../../src/manuals/search/local/index/index_store.ts";
import { ManualIndex } from "../../../../../src/manuals/search/local/index/manual_index.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import type { Clock, Files } from "../../../../../src/runtime/runtime.ts";
import { age, settle } from "../../../../kit/find_setup.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";
import { segmentOf } from "../../../../kit/segments.ts";

function open(
  root: string,
  files: Files,
  { clock = runtime.clock, store }: {
    readonly clock?: Clock;
    readonly store?: IndexStore;
  } = {},
): ManualIndex {
  return new ManualIndex({
    root: `${root}/guide`,
    files,
    clock,
    classes: new CharClasses(),
    maxFileBytes: 1000,
    refreshMs: 0,
    ...store && { store },
  });
}

Deno.test("ManualIndex() stopped while it builds forgets what changes then", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nsecret\n",
    "guide/b.md": "# B\nother\n",
    "guide/c.md": "# C\nother\n",
  });
  settle(root.path);
  const stop = new AbortController();
  const files: Files = {
    ...runtime.files,
    readSync(path) {
      // Long enough for the work to pause after the second file.
      const until = performance.now() + 50;
      while (performance.now() < until);
      if (path.endsWith("b.md")) stop.abort(new Error("enough"));
      return runtime.files.readSync(path);
    },
  };
  const index = open(root.path, files);
  await assert.rejects(index.current({ signal: stop.signal, timeMs: 60_000 }));
  await index.settled();
  root.write("guide/a.md", "# A\nother\n");
  age(`${root.path}/guide/a.md`, 50);
  const { view } = await index.current({ timeMs: 60_000 });
  assert.equal(view.sectionsWith("secret"), 0);
  assert.equal(view.files, 3);
});

Deno.test("ManualIndex() lets other work run while it forgets", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2000 }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
  using root = makeManualRoot(many);
  settle(root.path);
  let time = 0;
  // Time passes whenever somebody looks at the clock.
  let pauses = 0;
  const clock = {
    ...runtime.clock,
    monotonic: () => time += 1,
    turn(): Promise<void> {
      pauses++;
      return runtime.clock.turn();
    },
  };
  const index = open(root.path, runtime.files, { clock });
  await index.current({ timeMs: 1e6 });
  for (const path of Object.keys(many)) Deno.removeSync(`${root.path}/${path}`);
  pauses = 0;
  const { view } = await index.current({ timeMs: 1e6 });
  assert.equal(view.files, 0);
  assert.ok(pauses > 5, `${pauses} pauses`);
  await index.settled();
});

Deno.test("ManualIndex() forgets files that it was about to join with others", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
  using root = makeManualRoot(many);
  settle(root.path);
  let time = 0;
  // Every look at the clock is reason for a pause.
  const clock = { ...runtime.clock, monotonic: () => time += 1000 };
  const index = open(root.path, runtime.files, { clock });
  await index.current({ timeMs: 1e9 });
  await index.settled();
  root.write("guide/0.md", "# x\nother\n");
  age(`${root.path}/guide/0.md`, 50);
  await index.current({ timeMs: 1e9 });
  for (const path of Object.keys(many)) Deno.removeSync(`${root.path}/${path}`);
  const { view } = await index.current({ timeMs: 1e9 });
  assert.equal(view.files, 0);
  await index.settled();
  assert.equal((await index.current({ timeMs: 1e9 })).view.files, 0);
  await index.settled();
});

Deno.test("Segment.findFiles() finds living files by their whole path", () => {
  const segment = segmentOf({
    "a.md": "T\n",
    "b.md": "T\n",
    "保.md": "T\n",
    "c/d.md": "T\n",
  });
  const find = (...paths: string[]): number[] =>
    segment.findFiles(new Set(paths));
  assert.deepEqual(find("保.md", "a.md", "x.md", "d.md"), [0, 2]);
  segment.kill(0);
  assert.deepEqual(find("a.md", "b.md"), [1]);
  assert.deepEqual(find(), []);
});

Deno.test("ManualIndex() joins what changes leave behind, also without a store", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\nx\n" });
  const index = open(root.path, runtime.files);
  for (let i = 0; i < 5; i++) {
    root.write("guide/a.md", `# A\n${"x ".repeat(i)}\n`);
    age(`${root.path}/guide/a.md`, 100 - i);
    await index.current({ timeMs: 60_000 });
    await index.settled();
  }
  const { view } = await index.current({ timeMs: 60_000 });
  assert.deepEqual(view.segments.map((one) => one.deadCount), [0]);
});

Deno.test("ManualIndex() stores the state that it began to store", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\n",
    "guide/b.md": new Uint8Array([0xff]),
  });
  settle(root.path);
  let begun = (_state: IndexState): void => undefined;
  let end = (): void => undefined;
  const state = new Promise<IndexState>((resolve) => begun = resolve);
  const ended = new Promise<void>((resolve) => end = resolve);
  const store: IndexStore = {
    load: () => Promise.resolve(undefined),
    loadSimilar: () => Promise.resolve(undefined),
    async save(state) {
      begun(state);
      await ended;
    },
  };
  const index = open(root.path, runtime.files, { store });
  await index.current({ timeMs: 60_000 });
  const { corpus, problems } = await state;
  root.write("guide/b.md", "# B\n");
  assert.equal((await index.current({ timeMs: 60_000 })).view.files, 2);
  assert.deepEqual(corpus.files.map(({ size }) => size), [4, 1]);
  assert.deepEqual([...problems], [["b.md", "undecodable"]]);
  end();
  await index.settled();
});
