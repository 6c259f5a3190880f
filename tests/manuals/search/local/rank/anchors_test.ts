import assert from "node:assert/strict";
import {
  ask,
  itemsOf,
  settle,
  setUpFinder,
} from "../../../../kit/find_setup.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";

const PAGES = {
  "guide/a.md": "# Alpha\nMemory of a machine. Limits are told elsewhere.\n",
  "guide/b.md": "# Beta\nMemory of a machine. Limits are told elsewhere.\n",
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`guide/z${i}.md`, `# Page ${i}\n`]),
  ),
  "guide/c.md": "# Gamma\nMemory, machine, limits.\n## Quotas\nmemory limits\n",
};

Deno.test("find() ranks first what links call so, and says why", async () => {
  using root = makeManualRoot({
    ...PAGES,
    "guide/index.md": "# Contents\nSee [memory limits](b.md).\n",
  });
  settle(`${root.path}/guide`);
  const finder = setUpFinder(root.path);
  const top = async () => {
    const { trace_id } = await finder.find(
      ask("memory limits of a machine", ["memory"], { use_cache: false }),
    );
    const items = itemsOf(finder, trace_id);
    const at = (path: string) => items.find(({ ref }) => ref.path === path);
    return { items, a: at("a.md"), b: at("b.md") };
  };
  const { a, b } = await top();
  assert.equal(b.score > a.score, true);
  assert.equal(b.signals.includes("anchor"), true);
  assert.equal(a.signals.includes("anchor"), false);
  // The link moves: nothing but its own file changed.
  root.write("guide/index.md", "# Contents\nSee [memory limits](a.md) now.\n");
  const moved = await top();
  assert.equal(moved.a.score > moved.b.score, true);
  assert.equal(moved.b.signals.includes("anchor"), false);
  await finder.close();
});

Deno.test("find() gives a link to a section to that section alone", async () => {
  using root = makeManualRoot({
    ...PAGES,
    "guide/index.md": "# Contents\n[上限 of machines](c.md#quotas)\n",
  });
  settle(`${root.path}/guide`);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(
    ask("上限 of machines memory", "memory"),
  );
  const linked = itemsOf(finder, trace_id)
    .filter(({ signals }) => signals.includes("anchor"));
  assert.deepEqual(linked.map(({ ref }) => `${ref.path}:${ref.start_line}`), [
    "c.md:3",
  ]);
  await finder.close();
});

Deno.test("find() gives more to the section whose link says more of the query", async () => {
  const { "guide/c.md": _, ...pages } = PAGES;
  using root = makeManualRoot({
    ...pages,
    "guide/c.md": "# Gamma\n## Quotas\nlimits of memory\n",
    "guide/d.md": "# Gamma\n## Quotas\nlimits of memory\n",
    "guide/index.md": "# Contents\n[memory](c.md#quotas)\n" +
      "[memory limits](d.md#quotas)\n",
  });
  settle(`${root.path}/guide`);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("memory limits", "memory"));
  const items = itemsOf(finder, trace_id);
  const score = (path: string): number =>
    items.find(({ ref }) => ref.path === path && ref.start_line === 2)?.score ??
      NaN;
  assert.ok(score("d.md") > score("c.md"));
  await finder.close();
});

Deno.test("find() takes links as no evidence where they weigh nothing", async () => {
  using root = makeManualRoot({
    ...PAGES,
    "guide/index.md": "# Contents\nSee [memory limits](b.md).\n",
  });
  const finder = setUpFinder(root.path, {
    settings: { lexical: { anchor_weight: 0 } },
  });
  const { trace_id } = await finder.find(ask("memory limits", "memory"));
  const items = itemsOf(finder, trace_id);
  assert.equal(items.some(({ signals }) => signals.includes("anchor")), false);
  await finder.close();
});
