import assert from "node:assert/strict";
import { plain } from "../../src/text/plain.ts";

Deno.test("plain() leaves nothing that a terminal obeys or a reader cannot see", () => {
  const cases: [string, string][] = [
    ["\x1b[31mred\x1b[0m", "red"],
    ["\x9b1mbold", "bold"],
    ["\x1b]0;title\x07a", "a"],
    ["\x1b]8;;https://x\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["a\x1bc", "a"],
    ["a\x00\x08\x7f\x85b", "ab"],
    ["\u202egpj.exe", "gpj.exe"],
    ["a\u2066b\u2069\u200f\u200b\ufeffc", "abc"],
    [" a\r\n\tb  c ", "a b c"],
    ["日本語 é 👩‍🚀", "日本語 é 👩‍🚀"],
  ];
  for (const [text, expected] of cases) assert.equal(plain(text), expected);
});
