import assert from "node:assert/strict";
import { snippet } from "../../../src/tools/search/snippet.ts";
import { growth } from "../../kit/growth.ts";

Deno.test("snippet() keeps the lines with the words of the query", () => {
  const section = [
    "# Backup",
    "",
    "An introduction that says little. ".repeat(5),
    "Run `restore` to get the snapshot back.",
    "Unrelated text. ".repeat(10),
    "The snapshot lies in the bucket.",
  ].join("\n");
  const text = snippet(section, "how do I restore a snapshot", ["restore"]);
  assert.match(text, /Run `restore` to get the snapshot back\./);
  assert.match(text, /The snapshot lies in the bucket\./);
  assert.ok(text.length <= 300);
  assert.doesNotMatch(text, /^# Backup/);
});

Deno.test("snippet() finds Japanese text without spaces", () => {
  const section =
    "# 設定\n\n概要です。\nサーバーを再起動してください。\n別の話。\n";
  const text = snippet(section, "サーバの再起動の方法", []);
  assert.match(text, /再起動してください/);
});

Deno.test("snippet() cuts a long line around what was asked for", () => {
  const line = `${"filler ".repeat(500)}the zebra stands here ${
    "x ".repeat(500)
  }`;
  const text = snippet(`# A\n${line}\n`, "zebra", ["zebra"]);
  assert.ok(text.length <= 300);
  assert.match(text, /zebra/);
  assert.match(text, /^….*…$/);
});

Deno.test("snippet() shows the beginning where nothing matched", () => {
  assert.equal(
    snippet("# A\n\nfirst\n\nsecond\n", "zebra", []),
    "first … second",
  );
  assert.equal(snippet("# Only a heading\n", "zebra", []), "# Only a heading");
  assert.equal(snippet("", "zebra", []), "");
  assert.equal(snippet("# A\n---\n***\n", "zebra", []), "");
});

Deno.test("snippet() never splits a character, and is linear", () => {
  for (let i = 0; i < 4; i++) {
    const text = snippet(`# A\n${"x".repeat(i)}${"😀".repeat(400)}`, "q", []);
    assert.ok(text.isWellFormed() && text.length <= 300);
  }
  const grown = growth((n) => void snippet("a b\n".repeat(n), "a b", []), 5000);
  assert.ok(grown < 8, `${grown}`);
});

Deno.test("snippet() shows no line without a word of the query beside one with", () => {
  const section = "# A\nSome words.\nThe zebra stands.\nOther words.\n";
  assert.equal(snippet(section, "zebra", []), "The zebra stands.");
});
