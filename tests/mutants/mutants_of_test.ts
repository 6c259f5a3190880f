import assert from "node:assert/strict";
import {
  applyMutant,
  lineOf,
  lineTextOf,
  mutantsOf,
  wasAndNow,
} from "../../scripts/mutants/mutants_of.ts";

function mutated(source: string): string[] {
  return mutantsOf(source).map((mutant) => applyMutant(source, mutant));
}

Deno.test("mutantsOf() changes each operator, condition, literal and statement", () => {
  const cases: readonly [string, string[]][] = [
    ["x = a < b;", [";", "x = a <= b;"]],
    ["const x = a && !b;", ["const x = a || !b;", "const x = a && b;"]],
    ["const x = 2 * a;", ["const x = (2 + 1) * a;", "const x = 2 / a;"]],
    ["const x = a ? true : b;", [
      "const x = true ? true : b;",
      "const x = false ? true : b;",
      "const x = a ? false : b;",
    ]],
    ["function f() { return a; }", ["function f() { return undefined; }"]],
    ["function f() { return undefined; }", []],
    ["for (;;) { if (a) break; }", [
      "for (;;) { if (true) break; }",
      "for (;;) { if (false) break; }",
      "for (;;) { if (a) ; }",
    ]],
  ];
  for (const [source, expected] of cases) {
    assert.deepEqual(mutated(source), expected);
  }
});

Deno.test("mutantsOf() leaves alone what does not run", () => {
  const source = `import { a } from "./a.ts";
type T = 1 | true;
interface I { readonly x: 2; }
const x: 3 = a as 4;
a satisfies 5;
class B extends A { constructor() { super(); } }
`;
  assert.deepEqual(mutated(source), []);
});

Deno.test("mutantsOf() leaves alone what no test can tell", () => {
  assert.deepEqual(mutated("const MAX_BYTES = 16 * 4;"), [
    "const MAX_BYTES = 16 / 4;",
  ]);
  assert.equal(mutated("const MAX_CALLS = 16;").length, 1);
  assert.deepEqual(mutated("const said = e instanceof Error ? a : b;"), [
    "const said = false ? a : b;",
  ]);
  assert.deepEqual(mutated("function f() { return false; }"), [
    "function f() { return true; }",
  ]);
});

Deno.test("a mutant is told by its line and both texts", () => {
  const source = "a;\nif (a < b) {\n  c(\n  );\n}\n";
  const told = mutantsOf(source).map((one) => {
    const { was, now } = wasAndNow(source, one);
    return [lineOf(source, one), lineTextOf(source, one), was, now];
  });
  assert.deepEqual(told, [
    [1, "a;", "a;", "gone"],
    [2, "if (a < b) {", "a < b", "true"],
    [2, "if (a < b) {", "a < b", "false"],
    [2, "if (a < b) {", "<", "<="],
    [3, "c(", "c( …", "gone"],
  ]);
});
