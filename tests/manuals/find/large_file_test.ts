import assert from "node:assert/strict";
import { ask, itemsOf, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const PAGES = Object.fromEntries(
  Array.from({ length: 4 }, (_, i) => [
    `guide/p${i}.md`,
    `# Page ${i}\nHow to restore a snapshot${", and so on".repeat(30)}\n`,
  ]),
);

const LARGE = {
  // One section, but far more rows of the index than a list has places.
  "guide/all.json": "restore snapshot\n".repeat(40_000),
  "guide/all.md": "# Entry\nrestore snapshot\n".repeat(200),
};

for (const [path, text] of Object.entries(LARGE)) {
  Deno.test(`a large file does not hide the others: ${path}`, async () => {
    using root = makeManualRoot({ ...PAGES, [path]: text });
    for (const exploration_enabled of [true, false]) {
      const finder = setUpFinder(root.path, {
        settings: { find: { exploration_enabled } },
      });
      const { trace_id } = await finder.find(ask("restore snapshot"));
      const paths = itemsOf(finder, trace_id).map(({ ref }) => ref.path);
      assert.equal(new Set(paths).size, 5, paths.join());
      assert.ok(paths.length <= 4 + 8, "at most eight of a file");
    }
  });
}

Deno.test("a section that is indexed in parts counts once, whatever part holds a term", async () => {
  const filler = "some other words\n".repeat(2000);
  using root = makeManualRoot({
    "guide/a.md": `# A\nzebra\n${filler}zebra giraffe\n`,
    "guide/b.md": `# B\ngiraffe\n${filler}lion\n`,
    "guide/c.md": "# C\nother\n",
  });
  const finder = setUpFinder(root.path);
  const { applied, summary } = await finder.find(ask("zebra"));
  assert.equal(summary.scanned_nodes, 3);
  assert.equal(applied.required_strict_candidates, 1);
  assert.deepEqual(applied.required_terms_match_stats, [
    { term: "zebra", matched_docs: 1, matched_doc_ratio: 0.333333 },
  ]);
  const apart = await finder.find(ask("other words", ["giraffe", "lion"]));
  assert.equal(apart.applied.required_strict_candidates, 1);
  assert.equal(apart.applied.required_effect_status, "required_effective");
  const [, , , both] = itemsOf(finder, apart.trace_id, "gate_runs");
  assert.deepEqual([both.pass, both.candidates], ["A+B", 1]);
});
