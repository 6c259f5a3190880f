import assert from "node:assert/strict";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";

Deno.test("TextAnalyzer() gives words, characters and breaks", () => {
  const analyzer = new TextAnalyzer();
  assert.deepEqual(analyzer.tokens("Pods、保険。料"), [
    "pod",
    "保",
    "険",
    "",
    "料",
  ]);
});

Deno.test("TextAnalyzer() joins a run at each digit, and breaks only between characters", () => {
  const analyzer = new TextAnalyzer();
  for (const digit of "0123456789") {
    assert.ok(analyzer.tokens(`x-${digit}2`).includes(`x${digit}2`), digit);
  }
  assert.deepEqual(analyzer.tokens("保 ab 料 é 金"), [
    ...["保", "ab", "料", "e", "金"],
  ]);
});

Deno.test("TextAnalyzer() finds text without spaces by pairs and single Han", () => {
  const analyzer = new TextAnalyzer();
  assert.deepEqual(analyzer.terms("申請する"), [
    "申",
    "申請",
    "請",
    "請す",
    "する",
  ]);
  assert.deepEqual(analyzer.terms("あ"), ["あ"]);
});

Deno.test("TextAnalyzer() survives lone surrogates, NUL and long runs", () => {
  const analyzer = new TextAnalyzer();
  assert.deepEqual(analyzer.terms("\ud83d\u0000\udc00"), []);
  assert.equal(analyzer.terms("x".repeat(1000)).length, 16);
  for (const text of ["𠮟る", "\u{20000}る", "\u{203ff}る"]) {
    assert.equal(analyzer.tokens(text).join(""), text);
  }
});

Deno.test("TextAnalyzer() knows a word again among thousands", () => {
  const analyzer = new TextAnalyzer();
  const words = Array.from({ length: 3000 }, (_, i) => `${100_000 + i}`);
  for (let times = 0; times < 2; times++) {
    assert.deepEqual(analyzer.tokens(words.join(" ")), words);
  }
});

Deno.test("TextAnalyzer() knows each of more words than a token number counts", () => {
  const analyzer = new TextAnalyzer();
  for (let from = 0; from < 70_000; from += 1000) {
    // Six digits are neither a code nor a word with a stem.
    const words = Array.from(
      { length: 1000 },
      (_, i) => `${100_000 + from + i}`,
    );
    assert.deepEqual(analyzer.tokens(words.join(" ")), words);
  }
});

Deno.test("TextAnalyzer() takes no word for another that was made to pass for it", () => {
  const analyzer = new TextAnalyzer();
  // Both hashes of these were equal when they began at a fixed value.
  const [first, second] = [
    "anc0anc0anc0anc0anananc0c0anananan",
    "ananananc0ananc0ananc0anananananc0",
  ];
  assert.ok(analyzer.tokens(first).includes(first));
  assert.ok(analyzer.tokens(second).includes(second));
});
