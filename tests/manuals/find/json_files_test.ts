import assert from "node:assert/strict";
import { ask, itemsOf, pathsFor, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

/** As many programs write it: nothing but ASCII, and a line a `\n`. */
const ESCAPED = String
  .raw`{"steps": ["Stop it.\nrestart\tthe \"daemon\"", {"a\/b": "\u4fdd\u967a\u6599"}]}`;

Deno.test("a JSON file is found by what its escapes stand for", async () => {
  using root = makeManualRoot({ "guide/a.json": ESCAPED });
  const finder = setUpFinder(root.path);
  for (const query of ["restart", "the", "daemon", "保険料", "b"]) {
    const { applied } = await finder.find(ask(query));
    assert.deepEqual(applied.required_terms_missing, [], query);
    assert.deepEqual(await pathsFor(finder, ask(query)), ["a.json"], query);
  }
});

Deno.test("a claim from a JSON file says what its escapes stand for", async () => {
  using root = makeManualRoot({ "guide/a.json": ESCAPED });
  const finder = setUpFinder(root.path);
  const more = { include_claim_graph: true };
  const { trace_id } = await finder.find(ask("保険料", "保険料", more));
  const [claim] = itemsOf(finder, trace_id, "claims");
  assert.match(claim.text, /保険料/);
});

Deno.test("a JSON file that is none is searched as it is", async () => {
  using root = makeManualRoot({
    "guide/a.json": '{walrus: \\ud83d, "\\u12", \\',
  });
  const finder = setUpFinder(root.path);
  assert.deepEqual(await pathsFor(finder, ask("walrus")), ["a.json"]);
});
