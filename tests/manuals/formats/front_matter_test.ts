import assert from "node:assert/strict";
import { parse } from "yaml";
import { readFrontMatter } from "../../../src/manuals/formats/front_matter.ts";

/** Front matter whose two scalars must be read as a YAML parser reads them. */
const SCALARS: readonly string[] = [
  "title: Plain text",
  "title:   Plain # with a comment",
  "title: C# and a:b",
  'title: "Quoted: \\"x\\" \\u3042 \\n"',
  "title: 'It''s'",
  "title: first\n  second\n  third",
  'title: "over\n  two lines"',
  "description: >-\n  folded\n  text\n\n  next\ntitle: x",
  "description: |\n  two\n  lines\nweight: 10",
  "description: >\n  folded # no comment\ntitle: 'a'",
  "title: 日本語のタイトル\ndescription: 説明",
  "title:\ndescription: ~",
  "title: [a, b]\nmenu:\n  title: nested",
  "weight: 3\ntitle: 42",
  "",
];

Deno.test("readFrontMatter() reads the scalars as a YAML parser does", () => {
  for (const yaml of SCALARS) {
    const parsed = parse(yaml) ?? {};
    const front = readFrontMatter(`---\n${yaml}\n---\ntext`);
    for (const key of ["title", "description"] as const) {
      const value: unknown = parsed[key];
      const scalar = value === null || typeof value === "object";
      const expected = scalar || value === undefined
        ? undefined
        : String(value).trim();
      assert.equal(front?.[key], expected, `${key} of ${yaml}`);
    }
  }
});

Deno.test("readFrontMatter() ends at --- or ... and counts the file's lines", () => {
  for (const text of ["---\na: 1\n---\nx", "---\r\na: 1\r\n...\r\nx"]) {
    const front = readFrontMatter(text);
    assert.equal(front?.nextLine, 4);
    assert.equal(text.slice(front.end), "x");
  }
  assert.equal(readFrontMatter("---\rtitle: a\r---\rx")?.title, "a");
});

Deno.test("readFrontMatter() wants the very start of the file and an end", () => {
  for (
    const text of ["\n---\na: 1\n---\n", "---\na: 1\n", "----\na\n---\n", ""]
  ) {
    assert.equal(readFrontMatter(text), undefined, JSON.stringify(text));
  }
});
