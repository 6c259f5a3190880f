import assert from "node:assert/strict";
import { ask, pathsFor, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

Deno.test("Finder.find() takes hostile queries for what they are: text", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const queries = [
    "x".repeat(10_000),
    "保険".repeat(5000),
    "(.*)+$ [a-z]{1000} \\b(?<=x) backup",
    "\ud800 backup \udc00",
    "backup\u0000daemon",
    '"; DROP TABLE docs; -- backup',
  ];
  for (const query of queries) {
    const { summary } = await finder.find(ask(query, query.slice(0, 200)));
    assert.equal(summary.scanned_files, 29);
  }
  const found = await pathsFor(finder, ask("backup\u0000restore", "backup"));
  assert.equal(found[0], "backup.md");
});

Deno.test("Finder.find() ranks the same whatever the order of indexing", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  await finder.find(ask("daemon"));
  root.write("guide/backup.md", `${GUIDE["guide/backup.md"]} `);
  root.write("guide/install.md", `${GUIDE["guide/install.md"]} `);
  const refreshed = await pathsFor(
    finder,
    ask("daemon shared topic", "daemon"),
  );
  const fresh = await pathsFor(
    setUpFinder(root.path),
    ask("daemon shared topic", "daemon"),
  );
  assert.deepEqual(refreshed, fresh);
});
