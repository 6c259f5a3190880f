import assert from "node:assert/strict";
import { escapeHalves, restoreHalves } from "../../src/text/utf16_halves.ts";

Deno.test("escapeHalves() makes any text survive UTF-8, half characters included", () => {
  for (
    const text of [
      "",
      "plain",
      "再実行",
      "𠮷野家",
      "\ud842",
      "\udfff \ud800",
      "\udfb7\ud842",
      "\u{f0001}",
    ]
  ) {
    const stored = new TextDecoder().decode(
      new TextEncoder().encode(escapeHalves(text)),
    );
    assert.equal(restoreHalves(stored), text);
  }
  assert.notEqual(escapeHalves("\ud842"), escapeHalves("\udfb7"));
});
