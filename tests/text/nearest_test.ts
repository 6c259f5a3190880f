import assert from "node:assert/strict";
import { didYouMean, nearest } from "../../src/text/nearest.ts";

Deno.test("nearest() finds the likely meaning and nothing far-fetched", () => {
  const known = ["timeout_ms", "max_retries", "debug", "debug_file"];
  assert.equal(nearest("timout_ms", known), "timeout_ms");
  assert.equal(nearest("Debug", known), "debug");
  assert.equal(nearest("DEBUG", known), "debug");
  assert.equal(nearest("debugfile", known), "debug_file");
  assert.equal(nearest("colour", known), undefined);
  assert.equal(nearest("", known), undefined);
  assert.equal(nearest("foo", ["ls", "toc", "find"]), undefined);
  assert.equal(nearest("debuh", ["debug", "debuf"]), "debug");
});

Deno.test("nearest() allows two edits, and one for every three letters", () => {
  const cases: [string, string, boolean][] = [
    ["ab", "abc", false],
    ["abc", "abd", true],
    ["abc", "axd", false],
    ["abc", "acd", false],
    ["abc", "adb", false],
    ["abxde", "abcde", true],
    ["abxye", "abcde", false],
    ["abcdef", "abcxyf", true],
    ["abcdefghij", "abcdefgh", true],
    ["abcdefghijkl", "abcxyzghijkl", false],
  ];
  for (const [name, known, near] of cases) {
    assert.equal(nearest(name, [known]), near ? known : undefined, name);
  }
});

Deno.test("nearest() counts letters that are missing, too many, other or swapped", () => {
  for (const name of ["doctr", "docttor", "doctur", "odctor", "dcotor"]) {
    assert.equal(nearest(name, ["doctor"]), "doctor", name);
  }
  // One swap: as plain changes these would be two edits of three letters.
  assert.equal(nearest("aks", ["ask"]), "ask");
  assert.equal(nearest("etst", ["test"]), "test");
  // A swap counts beside what else was changed, before it or after it.
  assert.equal(nearest("bacdeXghYj", ["abcdefghij"]), undefined);
  assert.equal(nearest("abXdeYghji", ["abcdefghij"]), undefined);
});

Deno.test("didYouMean() names what is known, with its dashes", () => {
  const known = ["--profile", "--json"];
  const hint = "; did you mean --profile?";
  for (const unknown of ["--profle", "profile", "-profiel"]) {
    assert.equal(didYouMean(unknown, known), hint, unknown);
  }
  assert.equal(didYouMean("--verbose", known), "");
  assert.equal(didYouMean(undefined, known), "");
});

Deno.test("nearest() is quick with a name as long as a client likes", () => {
  const long = "x".repeat(1_000_000);
  assert.equal(nearest(long, ["query", "domains"]), undefined);
});
