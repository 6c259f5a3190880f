import assert from "node:assert/strict";
import { runtime } from "../../../src/runtime/deno.ts";
import { ask, itemsOf, settle, setUpFinder } from "../../helpers/find_setup.ts";
import { makeManualRoot } from "../../helpers/manual_root.ts";

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

Deno.test("a result that is cut by time is not remembered", async () => {
  using root = makeManualRoot(PAGES);
  settle(root.path);
  let now = 0;
  // Every look at the clock takes so long that a slice holds few files.
  const clock = { ...runtime.clock, monotonic: () => now += 20 };
  const finder = setUpFinder(root.path, { clock });
  const params = ask("one", "one", { budget: { time_ms: 1 } });
  const cut = await finder.find(params);
  const [left] = itemsOf(finder, cut.trace_id, "unscanned");
  assert.equal(left?.reason, "time_budget");
  await finder.settled();
  const whole = await finder.find(params);
  assert.equal(whole.applied.sem_cache_mode, "miss");
  assert.equal(whole.summary.candidates, 12);
});
