import assert from "node:assert/strict";
import { nearest } from "../../src/text/nearest.ts";

Deno.test("nearest() finds the likely meaning and nothing far-fetched", () => {
  const known = ["timeout_ms", "max_retries", "debug", "debug_file"];
  assert.equal(nearest("timout_ms", known), "timeout_ms");
  assert.equal(nearest("Debug", known), "debug");
  assert.equal(nearest("debugfile", known), "debug_file");
  assert.equal(nearest("colour", known), undefined);
  assert.equal(nearest("", known), undefined);
  assert.equal(nearest("DEBUG", known), "debug");
  assert.equal(nearest("dexxg", known), "debug");
  assert.equal(nearest("dexxx", known), undefined);
  assert.equal(nearest("debuh", ["debug", "debuf"]), "debug");
});

Deno.test("nearest() counts letters that are missing, too many or other", () => {
  const cases: [string, string, boolean][] = [
    ["abcd", "ab", true],
    ["ab", "abcd", true],
    ["abxy", "abcd", true],
    ["abcde", "ab", false],
    ["ab", "abcde", false],
    ["abxyz", "abcde", false],
    // A long name may differ in a third of its letters.
    ["abcdefghij", "abcdef", true],
    ["abcdefghij", "abcde", false],
  ];
  for (const [name, known, near] of cases) {
    assert.equal(nearest(name, [known]), near ? known : undefined, name);
  }
});
