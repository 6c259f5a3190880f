import assert from "node:assert/strict";
import { fitTo, padTo, widthOf, wrapTo } from "../../src/text/width.ts";

Deno.test("widthOf() counts columns as a terminal draws them", () => {
  const cases: [string, number][] = [
    ["", 0],
    ["abc", 3],
    ["東京の天気", 10],
    ["ﾃｽﾄ", 3],
    ["ＡＢ", 4],
    ["한국어", 6],
    ["が", 2],
    ["か\u3099", 2],
    ["e\u0301", 1],
    ["🎉", 2],
    ["𠮷野家", 6],
    ["…—é", 3],
    ["a\u200bb", 2],
  ];
  for (const [text, width] of cases) assert.equal(widthOf(text), width, text);
});

Deno.test("fitTo() never exceeds the columns, whatever it has to cut", () => {
  assert.equal(fitTo("abcdef", 6), "abcdef");
  assert.equal(fitTo("abcdef", 5), "abcd…");
  assert.equal(fitTo("東京の天気", 6), "東京…");
  assert.equal(fitTo("東京の天気", 5), "東京…");
  assert.equal(fitTo("abc", 1), "…");
  assert.equal(fitTo("abc", 0), "");
});

Deno.test("padTo() aligns what follows a text in any script", () => {
  assert.equal(padTo("東京", 6), "東京  ");
  assert.equal(padTo("Tokyo", 6), "Tokyo ");
  assert.equal(padTo("too long", 3), "too long");
});

Deno.test("wrapTo() breaks lines between words, and no word", () => {
  assert.deepEqual(wrapTo("one two three\n\nfour", 7), [
    "one two",
    "three",
    "",
    "four",
  ]);
  assert.deepEqual(wrapTo("a https://example.com/long b", 8), [
    "a",
    "https://example.com/long",
    "b",
  ]);
  assert.deepEqual(wrapTo("東京 天気", 8), ["東京", "天気"]);
});
