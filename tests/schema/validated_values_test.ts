import assert from "node:assert/strict";
import type { ObjectSchema } from "../../src/schema/schema.ts";
import { describe, validate } from "../../src/schema/validate.ts";

Deno.test("validate() gives back what the branch that fits has made of it", () => {
  const schema = { anyOf: [{ type: "null" }, { type: "integer" }] } as const;
  assert.deepEqual(validate(schema, "5", { integerStrings: true }), {
    ok: true,
    value: 5,
  });
  assert.deepEqual(validate(schema, 7), { ok: true, value: 7 });
});

Deno.test("validate() takes both truth values, an empty list, and all but what is excluded", () => {
  const flag = { type: "boolean" } as const;
  assert.deepEqual([true, false, 1].map((v) => validate(flag, v).ok), [
    true,
    true,
    false,
  ]);
  assert.ok(validate({ type: "array", items: flag }, []).ok);
  const other = { type: "string", not: { enum: ["a", "b"] } } as const;
  assert.deepEqual(["a", "b", "c"].map((v) => validate(other, v).ok), [
    false,
    false,
    true,
  ]);
  assert.equal(describe(other), "none of a, b");
  assert.equal(describe({ type: "string", enum: ["a"] }), '"a"');
});

Deno.test("validate() gives a map that its owner can change", () => {
  const schema = {
    type: "object",
    properties: {},
    additionalProperties: { type: "integer" },
  } as const satisfies ObjectSchema;
  const checked = validate(schema, { a: 1, b: 2 });
  assert.ok(checked.ok);
  const map = checked.value as Record<string, number>;
  map.a = 3;
  delete map.b;
  assert.deepEqual(map, { a: 3 });
  assert.equal(
    describe(schema),
    `a map, each ${describe({ type: "integer" })}`,
  );
});

Deno.test("validate() shows what is no text at all where a URL is wanted", () => {
  const url = { type: "string", format: "http-url" } as const;
  for (const [value, shown] of [[5, "5"], [["a@b"], '["a@b"]']] as const) {
    const checked = validate(url, value);
    assert.ok(!checked.ok);
    assert.doesNotMatch(checked.issues[0]?.got ?? "", /secret/, shown);
  }
});
