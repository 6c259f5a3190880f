import assert from "node:assert/strict";
import fc from "fast-check";
import { BlockScanner } from "../../../src/manuals/formats/_block_scanner.ts";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import { growth } from "../../kit/growth.ts";
import { mdxHeadings } from "../../kit/mdx_oracle.ts";

const scanned = (text: string): string =>
  new BlockScanner(text, 0, 1, "mdx").scan()
    .map(({ level, line }) => `${line}:${level}`).join(" ");

const expected = (text: string): string =>
  mdxHeadings(text).map(({ level, line }) => `${line}:${level}`).join(" ");

const TEXTS: readonly string[] = [
  "# A\n\n{/*\n# commented out\n*/}\n\n## B\n",
  "import A from 'a'\nexport const b = `\n# no`\n\n# C\n",
  "export const a = {\n\n# 1: 2\n\n}\n\n# B\n",
  "export const b = `\n\n# no\n`\n\n# C\n",
  "export const bc = `\n\n# no\n`\n\n# C\n",
  "<Tabs>\n\n# In a tab\n\n</Tabs>\n\n# After\n",
  "<Steps>\n<Step>\n    ### Deep\n</Step>\n</Steps>\n",
  "<Card\n  title={`\n# no`}\n  href='/x'\n/>\n\n# A\n",
  "<Note>text\n# A heading inside\n</Note>\n",
  "text\n{a}\n# A\n",
  "    # Indented all the same\n",
  "{a} text\n===\n",
  "- item\n\n  <A>\n\n  # in a list\n\n  </A>\n\n# B\n",
  "> <A />\n\n# B\n",
  "```mdx\n<A>\n{/*\n```\n# B\n",
  "a < b and {c}\n# B\n",
  "exports are text\n# B\n",
  "<></>\n# A\n",
  "<a.b-c:d />\n# A\n",
];

Deno.test("BlockScanner() finds the headings of MDX as its own parser does", () => {
  let compared = 0;
  for (const text of TEXTS) {
    let wanted: string;
    try {
      wanted = expected(text);
    } catch (error) {
      // No MDX: what counts is that something sensible comes out.
      assert.match(String(error), /^\d+:\d+/);
      scanned(text);
      continue;
    }
    compared++;
    assert.equal(scanned(text), wanted, JSON.stringify(text));
  }
  assert.ok(compared > 12, `${compared} texts are MDX`);
});

Deno.test("BlockScanner() agrees with the MDX parser on made texts", () => {
  const line = fc.constantFrom(
    ...["# A", "## B", "text", "", "", "<T>", "</T>", "<T/>", "{/* c", "# d"],
    ..."*/}|{a}|- item|  more|> quote|```|    x|export const a = 1|T|---"
      .split("|"),
  );
  let compared = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = `${lines.join("\n")}\n`;
      let wanted: string;
      try {
        wanted = expected(text);
      } catch {
        return;
      }
      compared++;
      assert.equal(scanned(text), wanted);
    }),
    { numRuns: 3000, seed: 16 },
  );
  assert.ok(compared > 300, `${compared} texts are MDX`);
});

Deno.test("BlockScanner() is linear in MDX that never ends", () => {
  const hostile = ["{\n", "<a {\n", '<a "\n', "export {\n\n", "<a\n", "{/*\n"];
  for (const part of hostile) {
    const grown = growth((n) => scanned(part.repeat(n)), 25_000);
    assert.ok(grown < 8, `${JSON.stringify(part)}: ${grown}`);
  }
});

Deno.test("FORMATS.parse() reads .mdx as MDX and .markdown as Markdown", () => {
  const text =
    "    # code or heading\n\n{/*\n# comment\n*/}\n\n# B {/* b */}\n";
  const titles = (path: string): string[] =>
    FORMATS.parse(path, text).sections.map(({ title }) => title);
  assert.deepEqual(titles("a.mdx"), ["code or heading", "B"]);
  assert.deepEqual(titles("a.markdown"), ["a", "comment", "B"]);
  assert.deepEqual(titles("a.md"), titles("a.markdown"));
  assert.equal(FORMATS.of("a.MDX")?.type, "md");
  assert.equal(FORMATS.of("a.Markdown")?.type, "md");
});

Deno.test("a tag of MDX that is never closed hides no heading", () => {
  assert.equal(scanned("<a\n\n# A\n\n<b>\n"), "3:1");
});

Deno.test("a slash in an expression of MDX begins no comment by itself", () => {
  const text = "{1 / 2}\n\n# A\n\n{/* } */}\n\n# B\n";
  const titles = FORMATS.parse("a.mdx", text).sections.map((s) => s.title);
  assert.deepEqual(titles.slice(-2), ["A", "B"]);
});
