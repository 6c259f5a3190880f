import assert from "node:assert/strict";
import { findLinks } from "../../../src/responses/answer/links.ts";

function links(text: string): unknown[] {
  return findLinks(text).map(({ url, marked, title, number }) =>
    [url, marked, title ?? number].filter((part) => part !== undefined)
  );
}

Deno.test("findLinks() tells links of Markdown from bare addresses", () => {
  const a = "https://a.com/";
  const cases: [string, unknown[]][] = [
    [`[The page](${a})`, [[a, true, "The page"]]],
    [`[**The page**](${a} "tip")`, [[a, true, "The page"]]],
    [`[a.com](<${a}>)`, [[a, true]]],
    [`([1](${a}))`, [[a, true, 1]]],
    [`[[2]](${a})`, [[a, true, 2]]],
    [`<${a}>`, [[a, true]]],
    [`${"x ".repeat(300)}](${a})`, [[a, true]]],
    [`[a]: ${a}`, [[a, true]]],
    [`see ${a}.`, [[a, false]]],
    [`![picture](${a})`, []],
    [`[![p](https://i.com/p.png)](${a})`, [[a, true]]],
    [`[x](javascript:alert(1))`, []],
    [`[Hobson](https://a.com/Hobson's_(x))'`, [
      ["https://a.com/Hobson's_(x)", true, "Hobson"],
    ]],
  ];
  for (const [text, expected] of cases) {
    assert.deepEqual(links(text), expected, text);
  }
});
