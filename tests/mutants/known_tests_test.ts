import assert from "node:assert/strict";
import {
  type KnownTest,
  likelyTests,
} from "../../scripts/mutants/known_tests.ts";

const place = { path: "src/manuals/find/trace.ts", line: 7 };

function known(path: string, ms: number): KnownTest {
  const lines = new Set([`${place.path}:${place.line}`]);
  return { path, lines, ms, run: new Map(), noticed: new Map() };
}

function order(tests: readonly KnownTest[]): string[] {
  return likelyTests(place, tests).map(({ path }) => path);
}

Deno.test("likelyTests() begins with those that mirror the file, though others are faster", () => {
  const tests = [
    known("tests/tools/fast_test.ts", 100),
    known("tests/manuals/mod_test.ts", 100),
    known("tests/manuals/find/rules_test.ts", 300),
    known("tests/manuals/find/trace_test.ts", 1000),
  ];
  assert.deepEqual(order(tests), [
    "tests/manuals/find/trace_test.ts",
    "tests/manuals/find/rules_test.ts",
    "tests/manuals/mod_test.ts",
    "tests/tools/fast_test.ts",
  ]);
});

Deno.test("likelyTests() learns from what the tests have noticed", () => {
  const [blind, sharp] = [
    known("tests/manuals/find/a_test.ts", 100),
    known("tests/manuals/find/b_test.ts", 100),
  ];
  for (const { run } of [blind, sharp]) run.set(place.path, 5);
  sharp.noticed.set(place.path, 5);
  assert.deepEqual(order([blind, sharp]), [sharp.path, blind.path]);
});

Deno.test("likelyTests() leaves out what does not run the line", () => {
  const other = {
    ...known("tests/tools/a_test.ts", 1),
    lines: new Set<string>(),
  };
  assert.deepEqual(order([other]), []);
});
