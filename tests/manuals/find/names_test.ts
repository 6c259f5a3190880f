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
