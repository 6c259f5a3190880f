import assert from "node:assert/strict";
import { ask, pathsFor, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const PAGES = {
  "guide/settings.md":
    "# Settings\nThe option max_idle_time bounds a connection. It is a duration in seconds, by default thirty.\n",
  "guide/words.md":
    "# Connections\nAn idle one counts to the max each time: idle, max, time.\n",
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `guide/${i}.md`,
      `# Page ${i}\nOther words, ${i % 3 ? "time" : "max"} among them.\n`,
    ]),
  ),
};

Deno.test("a name is found first, however it is written", async () => {
  using root = makeManualRoot(PAGES);
  const finder = setUpFinder(root.path);
  for (const name of ["max_idle_time", "maxIdleTime", "max-idle-time"]) {
    const [first] = await pathsFor(finder, ask(name));
    assert.equal(first, "settings.md", name);
  }
});

Deno.test("what a heading says besides its title is never called absent", async () => {
  const long = "料金を徴収することはありません。".repeat(20);
  using root = makeManualRoot({
    "guide/a.md":
      "# [Verification](https://x.test/geps/gep-91/) {#checks-id}\nx",
    "guide/b.md": `## ${long}最後の目標\ny`,
    "guide/c.md": "# Tests\nUse skipUnlessAnyDBFeature and resize2fs.\n",
  });
  const finder = setUpFinder(root.path);
  for (
    const [term, path] of [
      ["gep-91", "a.md"],
      ["checks-id", "a.md"],
      ["目標", "b.md"],
      ["skipUnlessAny", "c.md"],
      ["resize", "c.md"],
    ] as const
  ) {
    const { applied } = await finder.find(ask(term, term));
    assert.deepEqual(applied.required_terms_missing, [], term);
    assert.deepEqual(await pathsFor(finder, ask(term, term)), [path], term);
  }
});
