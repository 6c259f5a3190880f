import assert from "node:assert/strict";
import { loanWordVariants } from "../../../../../src/manuals/search/local/query/spellings.ts";

Deno.test("loanWordVariants() puts a long vowel in, and takes it out", () => {
  assert.deepEqual(loanWordVariants("メル"), ["メール", "メルー"]);
  assert.ok(loanWordVariants("メール").includes("メル"));
  assert.ok(loanWordVariants("新しいメル箱").includes("新しいメール箱"));
});

Deno.test("loanWordVariants() knows sounds that are written in two ways", () => {
  assert.ok(loanWordVariants("バイオリン").includes("ヴァイオリン"));
  assert.deepEqual(loanWordVariants("設定"), []);
});

Deno.test("loanWordVariants() makes few of a word that is as long as a query", () => {
  assert.equal(loanWordVariants("アイウ".repeat(33_000)).length, 24);
});
