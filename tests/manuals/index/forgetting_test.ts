import assert from "node:assert/strict";
import { CharClasses } from "../../../src/manuals/index/char_class.ts";
import { ManualIndex } from "../../../src/manuals/index/manual_index.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import type { Clock, Files } from "../../../src/runtime/runtime.ts";
import { settle } from "../../helpers/find_setup.ts";
import { makeManualRoot } from "../../helpers/manual_root.ts";
import { segmentOf } from "../../helpers/segments.ts";

function open(
  root: string,
  files: Files,
  clock: Clock = runtime.clock,
): ManualIndex {
  return new ManualIndex({
    root: `${root}/guide`,
    files,
    clock,
    classes: new CharClasses(),
    maxFileBytes: 1000,
    refreshMs: 0,
  });
}

Deno.test("ManualIndex() lets other work run while it forgets", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2000 }, (_, i) => [`guide/${i}.md`, "# x\nword\n"]),
  );
  using root = makeManualRoot(many);
  settle(root.path);
  let time = 0;
  // Time passes whenever somebody looks at the clock.
  const clock = { ...runtime.clock, monotonic: () => time += 1 };
  const index = open(root.path, runtime.files, clock);
  await index.current({ timeMs: 1e6 });
  for (const path of Object.keys(many)) Deno.removeSync(`${root.path}/${path}`);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const { view } = await index.current({ timeMs: 1e6 });
  clearInterval(timer);
  assert.equal(view.files, 0);
  assert.equal(turns > 5, true, `${turns} turns`);
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
