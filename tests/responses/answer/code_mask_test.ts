import assert from "node:assert/strict";
import {
  maskCode,
  outsideCode,
} from "../../../src/responses/answer/code_mask.ts";

/** The text without its code. */
function prose(text: string): string {
  const masked = maskCode(text);
  assert.equal(masked.length, text.length);
  return masked.replace(/\uFFFC+/g, "#");
}

Deno.test("maskCode() masks fences, spans and indented lines", () => {
  const cases: [string, string][] = [
    ["a `b` c", "a # c"],
    ["a ``b ` c`` d", "a # d"],
    ["a `b\nc` d", "a #\n# d"],
    ["a `b\n\nc` d", "a `b\n\nc` d"],
    ["a `b", "a `b"],
    ["```js\nx\n```\na", "#\n#\n#\na"],
    ["~~~\n```\n~~~\na", "#\n#\n#\na"],
    ["````\n```\nx\n````\na", "#\n#\n#\n#\na"],
    ["```\nx", "#\n#"],
    ["- a\n  ```\n  x\n  ```\n  b", "- a\n#\n#\n#\n  b"],
    ["``` a ``` b", "# b"],
    ["a\n\n    x\n\nb", "a\n\n#\n\nb"],
    ["- a\n\n    b", "- a\n\n    b"],
    ["- a\n\nb\n\n    x", "- a\n\nb\n\n#"],
    ["a\n    b", "a\n    b"],
    ["\tx\na", "#\na"],
  ];
  for (const [text, expected] of cases) {
    assert.equal(prose(text), expected, JSON.stringify(text));
  }
});

Deno.test("outsideCode() changes prose only", () => {
  const text = "ab `ab` ab\n\n```\nab\n\nab\n```\nab";
  assert.equal(
    outsideCode(text, (part) => part.replaceAll("a", "x")),
    "xb `ab` xb\n\n```\nab\n\nab\n```\nxb",
  );
});
