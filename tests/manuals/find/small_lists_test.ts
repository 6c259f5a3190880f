import assert from "node:assert/strict";
import { ask, itemsOf, setUpFinder } from "../../helpers/find_setup.ts";
import { makeManualRoot } from "../../helpers/manual_root.ts";

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
