import assert from "node:assert/strict";
import {
  expandLetters,
  expandRun,
  isCode,
} from "../../../../../src/manuals/search/local/tokens/expand_word.ts";

Deno.test("expandRun() makes AB-123 and ab123 findable by each other", () => {
  assert.deepEqual(expandRun("AB-123"), ["ab", "123", "ab123"]);
  assert.deepEqual(expandRun("ab123"), ["ab123", "ab", "123"]);
  assert.deepEqual(expandRun("AB123"), ["ab123", "ab", "123"]);
});

Deno.test("expandRun() keeps numbers and versions whole and in parts", () => {
  assert.deepEqual(expandRun("1,000"), ["1000"]);
  assert.deepEqual(expandRun("1,2"), ["1", "2"]);
  assert.deepEqual(expandRun("v1.29"), ["v1", "29", "1.29"]);
});

Deno.test("expandRun() splits camel case and stems", () => {
  assert.deepEqual(expandRun("podBudgets"), ["podbudget", "pod", "budget"]);
  assert.deepEqual(expandRun("getX"), ["getx", "get"]);
  assert.deepEqual(expandRun("user's"), ["user"]);
});

Deno.test("expandLetters() drops Latin accents", () => {
  assert.deepEqual(expandLetters("Café"), ["cafe"]);
});

Deno.test("isCode() wants a few letters, then digits", () => {
  assert.equal(isCode("ab123"), true);
  assert.equal(isCode("abcde123"), false);
  assert.equal(isCode("123"), false);
});
