import assert from "node:assert/strict";
import { ask, itemsOf, setUpFinder } from "../../helpers/find_setup.ts";
import { makeManualRoot } from "../../helpers/manual_root.ts";

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
