import assert from "node:assert/strict";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";

function links(name: string, text: string): string[] {
  return FORMATS.links(name, text)
    .map(({ text: shown, target }) => `${shown} → ${target}`);
}

Deno.test("links() of Markdown are those inside the manual, without markup", () => {
  assert.deepEqual(
    links(
      "a.md",
      '[one](b.md) and [`two` **words**](<../c d.md#x> "t"), ![no](p.png),\n' +
        '[out](https://example.com) [mail](mailto:a@b) [ref]({{< ref "d.md" >}})\n' +
        '[three][L], [l], [other][]\n\n[L]: /e/ "title"\n[other]: https://x.y\n' +
        '<a class="k" href="f.html">four</a> <Link to="/g">five</Link>\n',
    ),
    [
      "one → b.md",
      "two words → ../c d.md#x",
      "ref → d.md",
      "three → /e/",
      "l → /e/",
      "four → f.html",
      "five → /g",
    ],
  );
});

Deno.test("links() of Markdown find an element whose target stands after a tab", () => {
  assert.deepEqual(
    links("a.mdx", '<Link className="k"\n\tto="/guide">the guide</Link>\n'),
    ["the guide → /guide"],
  );
});

Deno.test("links() of reStructuredText know roles and embedded addresses", () => {
  assert.deepEqual(
    links(
      "a.rst",
      ":doc:`the guide </guide/start>` :ref:`set *up* <setting-up>` :doc:`bare`\n" +
        "`page <other.html>`_ `out <https://example.com>`__ :class:`X <y>`",
    ),
    [
      "the guide → /guide/start",
      "set up → #setting-up",
      "page → other.html",
    ],
  );
});

Deno.test("links() of AsciiDoc know macros and references", () => {
  assert.deepEqual(
    links(
      "a.adoc",
      "xref:b.adoc#part[the _part_] xref:top[upwards] <<intro,first steps>>\n" +
        "link:c.html[page^] link:https://example.com[out] <<d.adoc#,all of it>>\n" +
        "xref:comp:mod:e.adoc[elsewhere]",
    ),
    [
      "the part → b.adoc#part",
      "upwards → #top",
      "page → c.html",
      "elsewhere → e.adoc",
      "first steps → #intro",
      "all of it → d.adoc#",
    ],
  );
});

Deno.test("links() of formats without any are none", () => {
  assert.deepEqual(links("a.txt", "[a](b.md)"), []);
  assert.deepEqual(links("a.json", '{"a": "[a](b.md)"}'), []);
});

Deno.test("links() are bounded in number, however a file is made", () => {
  for (
    const text of [
      "[a](b) ".repeat(50_000),
      "[".repeat(100_000) + "](b)".repeat(20_000),
      "[x]: y\n\n" + "[x]".repeat(50_000),
      '<a href="'.repeat(30_000),
    ]
  ) {
    assert.equal(FORMATS.links("a.md", text).length <= 2000, true);
  }
});

Deno.test("sections carry the ids that their authors gave them", () => {
  const idsOf = (name: string, text: string) =>
    FORMATS.parse(name, text).sections.map(({ id }) => id);
  assert.deepEqual(idsOf("a.md", "# A {#top}\n## B\n## C {#c .note}\n"), [
    "top",
    undefined,
    "c",
  ]);
  assert.deepEqual(
    idsOf("a.rst", ".. _first-label:\n\nA\n=\n\ntext\n\nB\n-\n"),
    [undefined, "first-label", undefined],
  );
  assert.deepEqual(
    idsOf(
      "a.adoc",
      "= T\n\n[[one]]\n== A\n\n[#two]\n== B\n\n[#p]\ntext\n\n== C\n",
    ),
    [undefined, "one", "two", undefined],
  );
});
