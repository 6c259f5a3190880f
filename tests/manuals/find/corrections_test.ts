import assert from "node:assert/strict";
import { ask, itemsOf, settle, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const FILES = {
  "guide/a.md": "# Certificates\nHow to renew a certificate.\n",
  "guide/b.md": "# Color\nThe color of the header.\n",
  "guide/c.md": "# 楽器\nヴァイオリンの手入れ。\n",
  "guide/d.md": "# Codes\nThe code AB1234 means trouble.\n",
};

Deno.test("find() searches a word that the manual lacks as the nearest one, and says so", async () => {
  using root = makeManualRoot(FILES);
  settle(`${root.path}/guide`);
  const finder = setUpFinder(root.path);
  for (
    const [query, path, as] of [
      ["renew certficate", "a.md", { term: "certficate", as: "certificate" }],
      ["header colour", "b.md", { term: "colour", as: "color" }],
      ["バイオリン", "c.md", { term: "バイオリン", as: "ヴァイオリン" }],
    ] as const
  ) {
    const { trace_id, applied } = await finder.find(ask(query, as.term));
    assert.deepEqual(applied.required_terms_searched_as, [as], query);
    assert.equal(itemsOf(finder, trace_id)[0].ref.path, path, query);
  }
  await finder.close();
});

Deno.test("find() still calls a corrected required term missing", async () => {
  using root = makeManualRoot(FILES);
  settle(`${root.path}/guide`);
  const finder = setUpFinder(root.path);
  const { applied, trace_id } = await finder.find(ask("renew", "certficate"));
  assert.deepEqual(applied.required_terms_missing, ["certficate"]);
  assert.deepEqual(applied.required_terms_searched_as, [
    { term: "certficate", as: "certificate" },
  ]);
  assert.equal(itemsOf(finder, trace_id)[0].ref.path, "a.md");
  // No other code is near enough, and short words are left alone.
  for (const term of ["AB1235", "colr", "zzzzzzzz"]) {
    const { applied } = await finder.find(ask("trouble", term));
    assert.deepEqual(applied.required_terms_searched_as, [], term);
  }
  await finder.close();
});
