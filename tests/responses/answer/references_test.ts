import assert from "node:assert/strict";
import { findReferences } from "../../../src/responses/answer/references.ts";

function references(text: string): [certain: number[], possible: number[]] {
  const { certain, possible } = findReferences(text);
  return [[...certain], [...possible]];
}

Deno.test("findReferences() reads every form of reference", () => {
  const certain: Record<string, number[]> = {
    "A [1].": [1],
    "A [2][1].": [2, 1],
    "A [1, 3; 5].": [1, 3, 5],
    "A [^1][^2].": [1, 2],
    "A.【1】【2】": [1, 2],
    "東京です[1]。": [1],
    "東京です［2］。": [2],
    "A \\[1\\].": [1],
    "“A”[12]": [12],
    "a [[1]](https://a.com/)": [1],
  };
  for (const [text, numbers] of Object.entries(certain)) {
    assert.deepEqual(references(text), [numbers, []], text);
  }
});

Deno.test("findReferences() is less sure of ranges and of what follows a word", () => {
  assert.deepEqual(references("A [1-3]."), [[], [1, 2, 3]]);
  assert.deepEqual(references("A [2, 4–5]."), [[2], [4, 5]]);
  assert.deepEqual(references("Tokyo[1] (see)[2]."), [[], [1, 2]]);
  assert.deepEqual(references("[text][1]"), [[], [1]]);
  assert.deepEqual(references("in 2025[1][2]"), [[], [1, 2]]);
  assert.deepEqual(references("from [900-1] to [1-999]"), [[], []]);
});

Deno.test("findReferences() passes over what refers to nothing", () => {
  const texts = [
    "a[1]",
    "a[1][2]",
    "my_list[3]",
    "argList[3]",
    "items[0].name",
    "items[1] = 2",
    "f(x)[1].y",
    "[2024]",
    "[1](https://a.com/)",
    "[x]",
    "[^1]: a note",
    "[1.5]",
  ];
  for (const text of texts) assert.deepEqual(references(text), [[], []], text);
});
