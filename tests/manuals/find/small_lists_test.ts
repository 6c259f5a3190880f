import assert from "node:assert/strict";
import { ask, itemsOf, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

interface Seat {
  readonly ref: object;
  readonly final_score: number;
  readonly ranks: { readonly g0?: number; readonly g_req?: number };
}

const MANUAL = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `guide/f${i}.md`,
    `# Page ${i}\nzebra\n## Sub ${i}\n${"zebra ".repeat(i % 7)}giraffe lion\n` +
    "## More zebra giraffe\nzebra\n",
  ]),
);

Deno.test("a list of one or two begins with what a long list begins with", async () => {
  using root = makeManualRoot(MANUAL);
  const finder = setUpFinder(root.path);
  const top = async (max_candidates: number): Promise<unknown[]> => {
    const found = await finder.find(
      ask("zebra giraffe sub 6", "giraffe", { budget: { max_candidates } }),
    );
    assert.equal(found.applied.required_effect_status, "required_effective");
    return itemsOf(finder, found.trace_id);
  };
  const [best] = await top(50);
  for (const size of [1, 2, 3, 10]) {
    const list = await top(size);
    assert.equal(list.length, size);
    assert.deepEqual(list[0], best, `list of ${size}`);
  }
});

Deno.test("the only hit counts as one for the required term that it holds", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Backups\nNightly.\n## Restoring\nRestore a snapshot.\n",
    "guide/b.md": "# Other\nA snapshot.\n",
  });
  const { applied } = await setUpFinder(root.path).find(
    ask("restore a snapshot", "snapshot", { budget: { max_candidates: 1 } }),
  );
  assert.equal(applied.required_effect_status, "required_effective");
});

/** `f0` is best for the query, `f1` for the required term, `f2` for both. */
const APART = Object.fromEntries(
  [
    "zebra zebra zebra giraffe\n",
    "lion lion lion tiger\n",
    "zebra giraffe lion tiger\n",
    ...Array.from({ length: 9 }, () => "zebra and more\n"),
  ].map((text, i) => [`guide/f${i}.md`, `# Page ${i}\n${text}`]),
);

Deno.test("a short list keeps the best of all, then the best of each gate", async () => {
  using root = makeManualRoot(APART);
  const finder = setUpFinder(root.path);
  const seats = async (max_candidates: number): Promise<Seat[]> => {
    const budget = { max_candidates };
    const { trace_id } = await finder.find(
      ask("zebra giraffe", ["lion", "tiger"], { budget }),
    );
    return itemsOf(finder, trace_id, "fusion_debug");
  };
  const [best] = await seats(50);
  for (const size of [1, 2, 3, 4]) {
    const list = await seats(size);
    assert.equal(list.length, size);
    assert.deepEqual(list[0]?.ref, best?.ref, `list of ${size}`);
    const scores = list.map(({ final_score }) => final_score);
    assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
    if (size < 3) continue;
    assert.ok(list.some(({ ranks }) => ranks.g0 === 1), `g0 of ${size}`);
    assert.ok(list.some(({ ranks }) => ranks.g_req === 1), `g_req of ${size}`);
  }
});

Deno.test("a list is filled up where there is nothing to explore", async () => {
  const sections = Array.from({ length: 8 }, (_, i) => `# Part ${i}\nzebra\n`);
  using root = makeManualRoot(Object.fromEntries(
    Array.from({ length: 7 }, (_, i) => [`guide/${i}.md`, sections.join("")]),
  ));
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("zebra"));
  const seats = itemsOf(finder, trace_id, "fusion_debug");
  assert.equal(seats.length, 50);
  assert.equal(seats.every(({ seat }) => seat === "ranked"), true);
});

Deno.test("a large file does not keep all others out", async () => {
  const sections = Array.from({ length: 99 }, () => "# Zebra\nzebra zebra\n");
  const others = Array.from({ length: 5 }, (_, i) => [
    `guide/${i}.md`,
    `# Other\none zebra ${"and much else ".repeat(50)}\n`,
  ]);
  using root = makeManualRoot({
    ...Object.fromEntries(others),
    "guide/large.md": sections.join(""),
  });
  const finder = setUpFinder(root.path, {
    settings: { find: { exploration_enabled: false } },
  });
  const { trace_id } = await finder.find(ask("zebra"));
  const paths = itemsOf(finder, trace_id).map(({ ref }) => ref.path);
  assert.equal(paths.filter((path) => path === "large.md").length, 8);
  assert.equal(new Set(paths).size, 6);
});
