import assert from "node:assert/strict";
import fc from "fast-check";
import { BlockScanner } from "../../../src/manuals/formats/_block_scanner.ts";
import { commonmarkHeadings } from "../../kit/commonmark_oracle.ts";
import { markdownText } from "../../kit/markdown_text.ts";

function scan(text: string): string {
  return brief(new BlockScanner(text, 0, 1).scan());
}

function brief(headings: readonly { line: number; level: number }[]): string {
  return headings.map(({ line, level }) => `${line}:${level}`).join(" ");
}

/** Each hazard with the headings (`line:level`) that it must give. */
const HAZARDS: Readonly<Record<string, [text: string, headings: string]>> = {
  "ATX levels": [
    "# a\n## b\n####### no\n#no\n#\n   ###### c\n",
    "1:1 2:2 5:1 6:6",
  ],
  "an indented ATX heading": ["a\n\n    # code\n", ""],
  "an ATX heading after a paragraph line": ["a\n# b", "2:1"],
  "an ATX heading behind a tab": ["#\ta", "1:1"],
  "setext levels": ["a\n=\n\nb\n---\n", "1:1 4:2"],
  "setext text of several lines": ["a\nb\n  c\n===\n", "1:1"],
  "a thematic break, not a setext underline": ["a\n\n---\n", ""],
  "a setext underline, not a thematic break": ["a\n---\nb\n", "1:2"],
  "a spaced line that is a thematic break": ["a\n- - -\n", ""],
  "an indented underline": ["a\n    ===\n", ""],
  "an underline after a list item's paragraph": ["- a\n===\n", ""],
  "a dashed line after a list item's paragraph": ["- a\n---\nb\n", ""],
  "a dashed line after a lazy quote": ["> a\n---\n", ""],
  "a lazy line before an underline": ["> a\nb\n===\n", ""],
  "a heading inside a fence": ["```\n# a\n```\n# b", "4:1"],
  "a fence of tildes with backticks inside": [
    "~~~ x`y\n```\n# a\n~~~\n# b",
    "5:1",
  ],
  "a shorter closing fence": ["````\n```\n# a\n````\n# b", "5:1"],
  "a longer closing fence": ["```\n# a\n`````\n# b", "4:1"],
  "a closing fence with an info string": ["```\n``` x\n# a\n```", ""],
  "a fence with a backtick in its info string": ["``` a`b\n# c", "2:1"],
  "an unclosed fence": ["a\n```\n# b\n", ""],
  "an indented closing fence": ["```\n    ```\n# a", ""],
  "a fence that ends with its list item": ["- ```\n  # a\n\n# b", "4:1"],
  "a fence inside a quote": ["> ```\n# a", "2:1"],
  "a heading inside a quote": ["> # a\n> b\n> ===\n# c", "4:1"],
  "a heading inside a list item": ["- # a\n  b\n  ---\n\n  # c\n# d", "6:1"],
  "an item's content indentation": ["1.  a\n\n    # b\n   # c", "4:1"],
  "an empty item and a blank line": ["-\n\n  # a", "3:1"],
  "an empty item in a quote": ["> -\n>\n>   ```\n> ```\n> a\nb\n===\n", ""],
  "an empty item and its text": ["-\n  # a\n# b", "3:1"],
  "an ordered list that cannot interrupt": ["a\n2. b\n===", "1:1"],
  "an ordered list that can interrupt": ["a\n1. b\n===", ""],
  "an empty item before a line of its own": ["-\n# a", "2:1"],
  "a colon that is no list number": ["1:. # a\n===", "1:1"],
  "a list number of nine digits": ["123456789. a\n===", ""],
  "a list number of ten digits": ["1234567890. a\n===", "1:1"],
  "tabs that indent list content": ["-\ta\n\n\t# b\n\n\t\t# c\n# d", "6:1"],
  "a tab used up in part": [">\t# a\n-\t\t# b\n# c", "3:1"],
  "an HTML block until a blank line": ["<div>\n# a\n\n# b", "4:1"],
  "a lone tag": ["<x-y>\n# a\n\n# b", "4:1"],
  "a lone tag after text": ["a\n<x-y>\n# b", "3:1"],
  "a comment over blank lines": ["<!-- a\n\n# b\n--> c\n# d", "5:1"],
  "a comment that ends at once": ["<!-- a -->\n# b", "2:1"],
  "a script": ["<script>\n\n# a\n</script>\n# b", "5:1"],
  "a processing instruction": ["<?a\n\n# b\n?>\n# c", "5:1"],
  "a declaration": ["<!X\n\n# b\n>\n# c", "5:1"],
  "CDATA": ["<![CDATA[\n\n# b\n]]>\n# c", "5:1"],
  "an HTML block inside an item": ["- <!--\n# a", "2:1"],
  "a definition and an underline": ["[a]: /b\n===\n", ""],
  "a definition without a label": ["[ ]: /b\n===\n", "1:1"],
  "a definition with no space before its title": [
    '[a]: <b>"c"\n===\n',
    "1:1",
  ],
  "a definition, text and an underline": ["[a]: /b\nc\n===\n", "1:1"],
  "a definition with a title on its own line": [
    "[a]: /b\n'c\nd'\n===\ne\n",
    "",
  ],
  "a definition with an open parenthesis": ["[a]: b(c\n===\n", "1:1"],
  "a definition with an escaped parenthesis": ["[a]: b\\(c\n===\n", ""],
  "a definition that is none": ["[a]: /b c\n===\n", "1:1"],
  "front matter left in": ["---\na: b\n---\n", "2:2"],
  "CRLF": ["# a\r\n\r\nb\r\n===\r\n", "1:1 3:1"],
  "CR": ["# a\r\rb\r===\r# c", "1:1 3:1 5:1"],
  "Japanese": ["概要\n====\n\n## 手順\n本文", "1:1 4:2"],
  "a form feed": ["\f# a\n# b", "2:1"],
};

Deno.test("BlockScanner finds the headings of every inline hazard", () => {
  for (const [name, [text, headings]] of Object.entries(HAZARDS)) {
    assert.equal(scan(text), headings, name);
    assert.equal(brief(commonmarkHeadings(text)), headings, `oracle: ${name}`);
  }
});

Deno.test("BlockScanner agrees with the reference parser on 5,000 random texts", () => {
  let found = 0;
  const agrees = fc.property(markdownText, (text) => {
    const expected = brief(commonmarkHeadings(text));
    assert.equal(scan(text), expected);
    if (expected !== "") found++;
  });
  fc.assert(agrees, { seed: 1, numRuns: 5000 });
  assert.ok(found > 400, `only ${found} of the texts have headings`);
});

/** Texts that make a careless scanner look at the same characters again. */
const SLOW: Readonly<Record<string, string>> = {
  "100,000 headings": "# a\n".repeat(100_000),
  "opening brackets": "[a\n".repeat(200_000) + "===\n",
  definitions: "[a]: /b\n".repeat(100_000) + "===\n",
  "nested quotes": ">".repeat(2_000) + "\n" + ">\n".repeat(2_000),
  "nested items": "- ".repeat(1_000) + "a\n" + "b\n".repeat(2_000),
  "deep items, deep indent": "- ".repeat(50_000) + "\n" +
    " ".repeat(200_000) + "a\n",
  "deep items, blank lines": "- ".repeat(50_000) + "a\n" + "\n".repeat(50_000),
  "almost a thematic break": "* ".repeat(50_000) + "a\n",
  "one long line": "a".repeat(2_000_000),
  "backticks": "```a\n".repeat(100_000) + "``` `\n".repeat(100_000),
  "tags": "<a b='".repeat(50_000),
};

Deno.test("BlockScanner stays fast on hostile texts", () => {
  const cost = (text: string): number => {
    const before = performance.now();
    scan(text);
    return performance.now() - before;
  };
  const plain = "plain text of a paragraph\n".repeat(40_000);
  const unit = Math.max(1, cost(plain));
  for (const [name, text] of Object.entries(SLOW)) {
    // Quadratic work would cost thousands of times as much, each time; a busy
    // machine makes one try slow, not all.
    const fast = [1, 2, 3].some(() => cost(text) < 500 * unit);
    assert.ok(fast, `${name}: 500 times a plain text`);
  }
});
