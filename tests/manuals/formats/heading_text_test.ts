import assert from "node:assert/strict";
import { headingText } from "../../../src/manuals/formats/_heading_text.ts";
import { commonmarkHeadings } from "../../kit/commonmark_oracle.ts";

/** Sources after the `#`, with what a reader sees. */
const TITLES: Readonly<Record<string, string>> = {
  " plain ": "plain",
  " C#": "C#",
  " `kubectl get` and ``a`b``": "kubectl get and a`b",
  " **bold** and *it* and __b__ and _i_": "bold and it and b and i",
  " snake_case_name and 2 * 3 * 4": "snake_case_name and 2 * 3 * 4",
  " *foo**bar* baz": "foo**bar baz",
  " ***both*** and **a *b* c**": "both and a b c",
  " `*literal*` and \\*escaped\\*": "*literal* and *escaped*",
  " [text](/url 'title') and [ref][id]": "text and ref",
  " [a `]` b](/u) ![alt](i.png)": "a ] b alt",
  " [Unreleased]": "[Unreleased]",
  ' <a id="x"></a>': "",
  " <https://example.org> <b>x</b>": "https://example.org x",
  " Q &amp; A &#x3042;&#12356; &lt;": "Q & A あい <",
  " &#0; and &#xd800;": "\ufffd and \ufffd",
  " `a``b` and `` `c` ``": "a``b and `c`",
  " foo_bar_ and a***b***c": "foo_bar_ and abc",
  " Title {#anchor}": "Title",
  " Title {#anchor .class} ": "Title",
  " Map {a: 1}": "Map {a: 1}",
  " 日本語の**強調**です": "日本語の強調です",
  "two\r\n  lines": "two lines",
};

Deno.test("headingText() gives what a reader sees", () => {
  for (const [source, title] of Object.entries(TITLES)) {
    assert.equal(headingText(source), title, JSON.stringify(source));
  }
});

Deno.test("headingText() agrees with the reference parser on inline markup", () => {
  for (const source of Object.keys(TITLES)) {
    if (/[{\n]|\[ref\]/.test(source)) continue;
    const [heading] = commonmarkHeadings(`#${source}`);
    assert.equal(headingText(source), heading?.text, JSON.stringify(source));
  }
});

Deno.test("headingText() cuts a title as long as a file", () => {
  const title = headingText("😀".repeat(100_000));
  assert.equal(title, "😀".repeat(250));
  assert.ok(headingText("[".repeat(1_000_000)).length <= 500);
  assert.ok(headingText(`a${" ".repeat(1_000_000)}{b`).length <= 500);
});
