import assert from "node:assert/strict";
import { validate } from "../../src/schema/validate.ts";
import { wrongArguments } from "../../src/tools/define_tool.ts";

const NARROW = {
  type: "object",
  properties: { a: { type: "string" } },
  additionalProperties: false,
} as const;

function manyNames(count: number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`k${i}`, i]),
  );
}

Deno.test("validate() reports a bounded number of issues, however many there are", () => {
  const plain = validate(NARROW, manyNames(1000));
  assert.ok(!plain.ok && plain.issues.length === 20);
  const items = { type: "array", items: { type: "string" } } as const;
  const list = validate(items, Array.from({ length: 1000 }, () => 1));
  assert.ok(!list.ok && list.issues.length === 20);
});

Deno.test("validate() survives more wrong names than a call has arguments", () => {
  const schema = { anyOf: [NARROW, { type: "null" }] } as const;
  const checked = validate(schema, manyNames(300_000));
  assert.ok(!checked.ok && checked.issues.length === 20);
});

Deno.test("wrongArguments() stays short for names without end", () => {
  const checked = validate(NARROW, { ["x".repeat(1e6)]: 1 });
  assert.ok(!checked.ok);
  const wrong = wrongArguments("manual_ls", checked.issues);
  assert.ok(JSON.stringify(wrong).length < 1000);
});
