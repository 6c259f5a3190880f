import assert from "node:assert/strict";
import fc from "fast-check";
import { AdocScanner } from "../../../src/manuals/formats/_adoc_scanner.ts";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import { asciidocHeadings } from "../../kit/asciidoc_oracle.ts";
import { growth } from "../../kit/growth.ts";

const scanned = (text: string): string =>
  new AdocScanner(text).scan()
    .map(({ level, startLine }, i) =>
      // Asciidoctor does not tell the line of the document's title.
      `${i === 0 && level === 1 ? 0 : startLine}:${level}`
    ).join(" ");

const expected = async (text: string): Promise<string> =>
  (await asciidocHeadings(text)).map(({ line, level }) => `${line}:${level}`)
    .join(" ");

const TEXTS: readonly string[] = [
  "= Title\nAn Author <a@b.c>\nv1.0, 2024-01-01\n:toc:\n\n== A\n\n=== B ===\n",
  "== A\ntext\n== not a title\n\n== B\n",
  "A\n-\n\nLong title\n~~~~~~~~~~\n\nno title\n~~~~\n",
  "== A\n\n----\n== code\n----\n\n== B\n",
  "== A\n\n====\n== example\n====\n\n|===\n|a\n\n== b\n|===\n\n== B\n",
  "== A\n\n```ruby\n== code\n```\n\n--\n== open\n--\n\n== B\n",
  "== A\n\n////\n== comment\n////\n\n// == comment\n== B\n",
  "== A\n\n[discrete]\n== Floating\n\n[[id]]\n[.role]\n== B\n",
  "== A\n\n* item\n== text\n\n. item\n+\n----\n== code\n----\n\n== B\n",
  "== A\n\n literal\n== text\n\n:name: value\n== B\n\n'''\n== C\n",
  "# A\n\n## B\n\n####### no\n\n==no\n\n\\== no\n",
  "== A\n\n....\n== never closed\n",
  "== A\n\nterm:: text\n\n== B\n\nimage::a.png[]\n== C\n",
  "== A\n\nterm::\n\n== its definition\n\n== B\n",
  "== A\n\n.A title\n====\nexample\n====\n\n== B\n",
];

Deno.test("AdocScanner() finds the sections of AsciiDoc as Asciidoctor does", async () => {
  for (const text of TEXTS) {
    assert.equal(scanned(text), await expected(text), JSON.stringify(text));
  }
});

Deno.test("AdocScanner() agrees with Asciidoctor on made texts", async () => {
  const line = fc.constantFrom(
    ...["== A", "=== B", "text", "", "", "", "----", "====", "....", "--"],
    ...["* item", "// c", "[discrete]", "[[id]]", ".Title", " literal", "|==="],
    ...[":a: b", "'''", "Head", "~~~~", "term:: d", "+", "```"],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const text = `== First\n\n${lines.join("\n")}\n`;
      assert.equal(scanned(text), await expected(text));
    }),
    { numRuns: 1500, seed: 16 },
  );
});

Deno.test("AdocScanner() shows titles as a reader sees them", () => {
  const titles: Readonly<Record<string, string>> = {
    "*A* _b_ `c` and snake_case_name": "A b c and snake_case_name",
    "{product} 2{plus}": "Widget 2+",
    "{unknown} stays": "{unknown} stays",
    "[[id]]A <<b,the b>> link:c[the c]": "A the b the c",
    '"`quoted`" [.role]#word#': "“quoted” word",
    "C++ and a*b*c": "C++ and a*b*c",
  };
  for (const [source, title] of Object.entries(titles)) {
    const text = `= Doc\n:product: Widget\n\n== ${source}\n`;
    assert.equal(FORMATS.parse("a.adoc", text).sections[1]?.title, title);
  }
});

Deno.test("AdocScanner() takes closing marks off a title, and a value of several lines together", () => {
  const text = "= Doc\n:product: Big \\\n  Red \\\n  Widget\n\n" +
    "== {product} ==\n\n=== C== ===\n";
  const titles = FORMATS.parse("a.adoc", text).sections.map((s) => s.title);
  assert.deepEqual(titles.slice(1), ["Big Red Widget", "C=="]);
});

Deno.test("FORMATS.parse() gives a section of AsciiDoc its range", () => {
  const text = "intro\n\n== A\n\na\n\n=== B\nb\n\n== C\n";
  const { sections } = FORMATS.parse("docs/page.adoc", text);
  assert.deepEqual(sections.map(({ title, level }) => `${level} ${title}`), [
    "0 page",
    "2 A",
    "3 B",
    "2 C",
  ]);
  const a = sections[1];
  assert.equal(text.slice(a?.start, a?.end), "== A\n\na\n\n=== B\nb\n\n");
});

Deno.test("AdocScanner() is linear in hostile text", () => {
  const parts = [
    "----\n-----\n",
    "a\n",
    "[a\n",
    ":a: \\\n",
    "== {a",
    "`a",
    "== [[",
  ];
  for (const part of parts) {
    const grown = growth((n) => scanned(part.repeat(n)), 25_000);
    assert.ok(grown < 8, `${JSON.stringify(part)}: ${grown}`);
  }
});
