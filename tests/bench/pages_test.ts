import assert from "node:assert/strict";
import {
  folderEach,
  madePages,
  queriesOf,
} from "../../scripts/bench/manuals/pages.ts";

Deno.test("folderEach() gives every page a folder that no other has", () => {
  const paths = ["a.md", "a/index.md", "a/b.json", "c.d/e.f.md"];
  const spread = folderEach(paths.map((path) => ({ path, text: path })));
  assert.deepEqual(spread, [
    { path: "a/index.md", text: "a.md" },
    { path: "a/index/index.md", text: "a/index.md" },
    { path: "a/b/index.json", text: "a/b.json" },
    { path: "c.d/e.f/index.md", text: "c.d/e.f.md" },
  ]);
});

Deno.test("queriesOf() mixes headings and words of one sentence", () => {
  const pages = madePages(60);
  const { mixedQueries } = queriesOf(pages);
  const lines = pages.flatMap(({ text }) => text.split("\n"));
  const isHeading = (query: string): boolean =>
    lines.some((line) => /^#+ /.test(line) && line.endsWith(` ${query}`));
  const rest = mixedQueries.filter((query) => !isHeading(query));
  assert.ok(mixedQueries.length > 40 && mixedQueries.length > rest.length);
  assert.deepEqual(mixedQueries, queriesOf(pages).mixedQueries);
  const lengths = new Set(rest.map((query) => query.split(" ").length));
  assert.deepEqual([...lengths].sort(), [2, 3, 4, 5]);
  const sentences = pages.flatMap(({ text }) => text.split(/\n|(?<=\.) /))
    .map((sentence) => sentence.replace(/\.$/, "").split(" "));
  for (const query of rest) {
    const words = query.split(" ");
    assert.ok(
      sentences.some((own) => words.every((word) => own.includes(word))),
      query,
    );
  }
});

Deno.test("queriesOf() asks by characters where there are no words", () => {
  const text = "# 見出し\n\n保険料の支払いについて説明します。\n";
  const pages = Array.from({ length: 20 }, (_, i) => ({
    path: `${i}.md`,
    text,
  }));
  const { mixedQueries, queries } = queriesOf(pages);
  assert.equal(queries.length, 20);
  assert.deepEqual(mixedQueries, queries);
});
