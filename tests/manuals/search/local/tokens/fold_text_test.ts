import assert from "node:assert/strict";
import {
  foldText,
  normalizeText,
} from "../../../../../src/manuals/search/local/tokens/fold_text.ts";
import { seededRandom } from "../../../../kit/random.ts";

Deno.test("foldText() folds width, half-width kana and dashes, not case", () => {
  assert.equal(foldText("ＡＢ－１２３"), "AB-123");
  assert.equal(foldText("ｶﾞｲﾄﾞ"), "ガイド");
  assert.equal(foldText("a\u2013b\u2212c\u2011d"), "a-b-c-d");
});

Deno.test("normalizeText() lowers case and collapses white space", () => {
  assert.equal(normalizeText("  Pod\u3000Budget\n\tＸ "), "pod budget x");
});

Deno.test("normalizeText() is idempotent on random text", () => {
  const random = seededRandom(5);
  for (let round = 0; round < 2000; round++) {
    const text = Array.from(
      { length: 12 },
      () => String.fromCodePoint(random(0x2fff) + (random(2) ? 0 : 0xd000)),
    ).join("");
    const once = normalizeText(text);
    assert.equal(normalizeText(once), once, JSON.stringify(text));
  }
});
