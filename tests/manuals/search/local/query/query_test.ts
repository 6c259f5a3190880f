import assert from "node:assert/strict";
import { parseQuery } from "../../../../../src/manuals/search/local/query/query.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";

function words(query: string): string[] {
  return parseQuery(query, new TextAnalyzer()).words.map(({ text }) => text);
}

Deno.test("parseQuery() parts words where their script changes", () => {
  assert.deepEqual(words("保険料の控除"), ["保険料", "控除"]);
  assert.deepEqual(words("ｻｰﾊﾞｰの再起動"), ["サーバー", "再起動"]);
  assert.deepEqual(words("人々のAB-123"), ["人々", "ab-123"]);
});

Deno.test("parseQuery() keeps accented letters in their words", () => {
  assert.deepEqual(words("café"), ["café"]);
  assert.deepEqual(words("le vice-président à Saint-Étienne"), [
    "le",
    "vice",
    "président",
    "à",
    "saint",
    "étienne",
  ]);
  assert.deepEqual(words("naïveとdon'tの違い"), ["naïve", "don't", "違"]);
  assert.deepEqual(words("Größe v1.29, Москваの天気"), [
    "größe",
    "v1.29",
    "москва",
    "天気",
  ]);
});

Deno.test("parseQuery() leaves the punctuation after a word out", () => {
  const wanted = ["restore", "the", "backup", "e.g", "v1.29", "max_idle"];
  const query = "Restore the backup, the backup. E.g. v1.29, max_idle_";
  assert.deepEqual(words(query), wanted);
  assert.deepEqual(words(`${query} 設定`), [...wanted, "設定"]);
});

Deno.test("parseQuery() keeps a long vowel with the Hiragana before it", () => {
  assert.deepEqual(words("らーめん"), ["らーめん"]);
  assert.deepEqual(words("らーめん 作り方"), ["らーめん", "作", "方"]);
  assert.deepEqual(words("すゝめ"), ["すゝめ"]);
});
