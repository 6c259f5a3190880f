/**
 * Sections too large for one segment of the index: how they are stored must not
 * be seen in any count.
 */
import assert from "node:assert/strict";
import { ask, itemsOf, settle, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

/** More distinct words than a segment has numbers for. */
const WORDS = Array.from(
  { length: 140_000 },
  (_, i) => i % 500 === 0 ? "walrus" : `w${i.toString(36)}`,
).join(" ");
const PAGES = {
  "guide/huge.md": `# Huge\nfirstword ${WORDS} lastword\n## Tail\nzebra\n`,
  "guide/a.md": "# A\nwalrus firstword\n",
  "guide/b.md": "# B\nother\n",
};

Deno.test("a section that several segments hold counts once", async () => {
  using root = makeManualRoot(PAGES);
  settle(root.path);
  const cacheDir = `${root.path}/cache`;
  const checkCounts = async (): Promise<void> => {
    const finder = setUpFinder(root.path, { cacheDir });
    const params = ask("walrus", ["firstword", "lastword"], {
      use_cache: false,
    });
    // Before and after what was built is joined, and from the store.
    for (let i = 0; i < 2; i++) {
      const { summary, applied } = await finder.find(params);
      assert.deepEqual([summary.scanned_files, summary.scanned_nodes], [3, 4]);
      assert.equal(applied.required_strict_candidates, 1);
      assert.deepEqual(
        applied.required_terms_match_stats.map((stat) => stat.matched_docs),
        [2, 1],
      );
      await finder.settled();
    }
    const apart = await finder.find(
      ask("walrus", ["firstword", "zebra"], { use_cache: false }),
    );
    assert.equal(apart.applied.required_strict_candidates, 0);
    const { applied, trace_id } = await finder.find(ask("walrus"));
    assert.equal(applied.required_terms_match_stats[0]?.matched_docs, 2);
    assert.equal(itemsOf(finder, trace_id).length, 2);
    await finder.close();
  };
  await checkCounts();
  await checkCounts();
});

Deno.test("a section that several segments hold is forgotten as a whole", async () => {
  using root = makeManualRoot(PAGES);
  settle(root.path);
  const finder = setUpFinder(root.path);
  await finder.find(ask("walrus"));
  await finder.settled();
  root.write("guide/huge.md", "# Small\nother\n");
  for (let i = 0; i < 2; i++) {
    const { summary, applied } = await finder.find(
      ask("walrus", "walrus", { use_cache: false }),
    );
    assert.deepEqual([summary.scanned_files, summary.scanned_nodes], [3, 3]);
    assert.equal(applied.required_terms_match_stats[0]?.matched_docs, 1);
    await finder.settled();
  }
});

Deno.test("a term in every section is too common, however long one of them is", async () => {
  using root = makeManualRoot(Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `guide/${i}.md`,
      `# Page\nzebra ${i === 0 ? "filler ".repeat(9000) : ""}\n`,
    ]),
  ));
  const { applied } = await setUpFinder(root.path).find(ask("page", "zebra"));
  const [told] = applied.required_terms_df_filtered;
  assert.deepEqual([told?.reason, told?.doc_freq_ratio], ["too_common", 1]);
});

Deno.test("a long section holds two terms that stand far apart", async () => {
  using root = makeManualRoot({
    "guide/a.md": `# Long\nzebra ${"filler ".repeat(9000)} walrus\n`,
    "guide/b.md": "# Other\nzebra\n",
  });
  const { applied } = await setUpFinder(root.path).find(
    ask("long", ["zebra", "walrus"]),
  );
  assert.equal(applied.required_strict_candidates, 1);
});
