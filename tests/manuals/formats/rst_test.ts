import assert from "node:assert/strict";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import { growth } from "../../kit/growth.ts";

/** A file's sections as `level title@line`. */
function outline(text: string): string[] {
  return FORMATS.parse("docs/page.rst", text).sections
    .map(({ level, title, startLine }) => `${level} ${title}@${startLine}`);
}

/** What the specification says of section titles, and what a parser makes of it. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ["styles are levels in their order", "A\n=\n\nB\n-\n\nC\n~\n\nD\n=\n", [
    "1 A@1",
    "2 B@4",
    "3 C@7",
    "1 D@10",
  ]],
  ["an overline makes another style", "===\n A\n===\n\nB\n===\n\nC\n---\n", [
    "1 A@1",
    "2 B@5",
    "3 C@8",
  ]],
  [
    "overlines of one character are one style, however long",
    "=\nA\n=\n\n===\nABC\n===\n",
    ["1 A@1", "1 ABC@5"],
  ],
  [
    "a skipped level is no title",
    "A\n==\n\nB\n--\n\nC\n~~\n\nD\n==\n\nE\n~~\n",
    [
      "1 A@1",
      "2 B@4",
      "3 C@7",
      "1 D@10",
    ],
  ],
  ["a long title over four and more", "A long title\n====\n", [
    "1 A long title@1",
  ]],
  ["a long title over less is text", "A long title\n===\n", ["0 page@1"]],
  ["a long title between less is text", "===\nA title\n===\n\nB\n=\n", [
    "0 page@1",
    "1 B@5",
  ]],
  ["an overline that differs is none", "=====\nA\n====\n\nB\n=\n", [
    "0 page@1",
    "1 B@5",
  ]],
  ["a transition is no title", "A\n=\n\ntext\n\n----\n\nmore\n", ["1 A@1"]],
  ["only the first line of a paragraph", "one\ntwo\n===\n", ["0 page@1"]],
  ["nothing of a field list", ":author: me\n:date: today\n\nB\n=\n", [
    "0 page@1",
    "1 B@4",
  ]],
  ["nothing in indented text", "::\n\n  A\n  =\n\nB\n=\n", [
    "0 page@1",
    "1 B@6",
  ]],
  ["nothing in a directive", ".. note::\n\n   A\n   =\n\nB\n=\n", [
    "0 page@1",
    "1 B@6",
  ]],
  ["nothing in a quoted literal", "text::\n\n> A\n> =\n\nB\n=\n", [
    "0 page@1",
    "1 B@6",
  ]],
  ["nothing in tables", "=== ===\nA   B\n=== ===\na   b\n=== ===\n\nC\n=\n", [
    "0 page@1",
    "1 C@7",
  ]],
  ["nothing in a list", "- A\n-----\n\nB\n=\n", ["0 page@1", "1 B@4"]],
  ["numbers are part of a title", "1. A\n====\n", ["1 1. A@1"]],
  ["a field is no title", ":orphan:\n========\n\nB\n=\n", [
    "0 page@1",
    "1 B@4",
  ]],
  ["a role begins a title", ":mod:`os` --- more\n==================\n", [
    "1 os --- more@1",
  ]],
  ["wide characters count twice", "概要\n==\n\n概要\n====\n", [
    "0 page@1",
    "1 概要@4",
  ]],
  ["text after :: that is neither quoted nor indented", "a::\n\nB\n=\n", [
    "0 page@1",
    "1 B@3",
  ]],
  ["any line end", "A\r\n=\r\n\r\nB\r=\r", ["1 A@1", "1 B@4"]],
];

for (const [name, text, expected] of CASES) {
  Deno.test(`RstScanner() follows the specification: ${name}`, () => {
    assert.deepEqual(outline(text), expected);
  });
}

Deno.test("RstScanner() shows titles without their markup", () => {
  const titles: Readonly<Record<string, string>> = {
    "The ``os.path`` module": "The os.path module",
    ":class:`~a.b.C` and :ref:`text <target>`": "C and text",
    "*A* **b** |c| `d`_ and `e <http://e>`__": "A b c d and e",
    "I\\ :sup:`2`\\ C [#f1]_": "I2C",
    "snake_case and a_ and 2 * 3": "snake_case and a and 2 * 3",
    "a\\*b": "a*b",
  };
  for (const [source, title] of Object.entries(titles)) {
    const [first] = outline(`${source}\n${"=".repeat(60)}\n`);
    assert.equal(first, `1 ${title}@1`);
  }
});

Deno.test("FORMATS.parse() gives a section of reStructuredText its range", () => {
  const text = "=\nA\n=\n\na\n\nB\n-\n\nb\n";
  const { sections } = FORMATS.parse("a.rst", text);
  const [a, b] = sections;
  assert.equal(text.slice(a?.bodyStart, a?.ownEnd), "\na\n\n");
  assert.equal(text.slice(a?.start, a?.end), text);
  assert.equal(text.slice(b?.start, b?.end), "B\n-\n\nb\n");
});

Deno.test("RstScanner() is linear in hostile text", () => {
  const parts = ["=\n", "a\n", "= =\n", "::\n\n>\n", ":a", "`a <", "|a", "a_"];
  for (const part of parts) {
    const grown = growth((n) => outline(part.repeat(n)), 25_000);
    assert.ok(grown < 8, `${JSON.stringify(part)}: ${grown}`);
  }
});
