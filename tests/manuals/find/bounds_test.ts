import assert from "node:assert/strict";
import { ask, itemsOf, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const WORDS = "one two three four five six seven eight nine ten";
const PAGES = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`guide/${i}.md`, `# P\n${WORDS}\n`]),
);

Deno.test("integrated_top is the first ten, with eight matched tokens at most", async () => {
  using root = makeManualRoot(PAGES);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask(WORDS, "one"));
  const all = itemsOf(finder, trace_id);
  const top = itemsOf(finder, trace_id, "integrated_top");
  assert.equal(all.length, 12);
  assert.deepEqual(
    top.map(({ ref }) => ref.path),
    all.slice(0, 10).map(({ ref }) => ref.path),
  );
  assert.equal(top[0].matched_tokens.length, 8);
});

Deno.test("find() takes the largest whole number for a budget", async () => {
  using root = makeManualRoot(PAGES);
  const finder = setUpFinder(root.path);
  const most = Number.MAX_SAFE_INTEGER;
  const budget = { time_ms: most, max_candidates: most };
  const { summary } = await finder.find(ask("one", "one", { budget }));
  assert.equal(summary.scanned_files, 12);
});
