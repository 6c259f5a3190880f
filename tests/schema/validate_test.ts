import assert from "node:assert/strict";
import type { ObjectSchema, Schema, Static } from "../../src/schema/schema.ts";
import {
  describe,
  validate,
  type ValidateOptions,
} from "../../src/schema/validate.ts";
import { cut, show } from "../../src/text/show.ts";

const PERSON = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1 },
    age: { type: "integer", minimum: 0 },
    kind: { type: "string", enum: ["a", "b"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 2 },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
  required: ["name"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

function issues(
  schema: Schema,
  value: unknown,
  options?: ValidateOptions,
): string[] {
  const checked = validate(schema, value, options);
  if (checked.ok) return [];
  return checked.issues.map(({ path, got, want }) =>
    `${path.join(".")}: ${got} -> ${want}`
  );
}

Deno.test("Static gives the type that the schema describes", () => {
  const person: Static<typeof PERSON> = { name: "x", kind: "a", note: null };
  // @ts-expect-error: a required property is missing
  const nameless: Static<typeof PERSON> = { age: 1 };
  // @ts-expect-error: not one of the allowed values
  const other: Static<typeof PERSON> = { name: "x", kind: "c" };
  assert.equal(person.name + typeof nameless + typeof other, "xobjectobject");
});

Deno.test("validate() accepts what fits and gives it back", () => {
  const value = { name: "x", age: 3, kind: "b", tags: ["t"], note: null };
  assert.deepEqual(validate(PERSON, value), { ok: true, value });
});

Deno.test("validate() reports every issue with path, found and wanted", () => {
  const value = { age: 1.5, kind: "c", tags: ["a", 2], x: 1 };
  assert.deepEqual(issues(PERSON, value), [
    "name: nothing -> a non-empty string",
    "age: 1.5 -> a whole number of at least 0",
    'kind: "c" -> one of "a", "b"',
    "tags.1: 2 -> a string",
    'x: unknown name "x" -> one of name, age, kind, tags, note',
  ]);
});

Deno.test("validate() takes null as absent where null is not a value", () => {
  const checked = validate(PERSON, { name: "x", age: null, note: null });
  assert.deepEqual(checked, { ok: true, value: { name: "x", note: null } });
  assert.equal(issues(PERSON, { name: null }).length, 1);
});

Deno.test("validate() takes integers from strings only when asked to", () => {
  const schema = { type: "integer", minimum: 1 } as const;
  const lenient = { integerStrings: true };
  assert.equal(issues(schema, "5").length, 1);
  for (const value of [5, 5.0, "5"]) {
    assert.deepEqual(validate(schema, value, lenient), { ok: true, value: 5 });
  }
  for (
    const value of [
      "5.5",
      "5.0",
      "+5",
      "5e0",
      "x",
      "",
      true,
      1.5,
      "0",
      " 5",
      null,
      NaN,
    ]
  ) {
    assert.equal(issues(schema, value, lenient).length, 1, String(value));
  }
});

Deno.test("validate() takes no number that is too large, nor a part of a whole one", () => {
  // JSON has no Infinity, but 1e999 is read as one.
  assert.equal(issues({ type: "number", minimum: 0 }, 1e999).length, 1);
  assert.equal(issues({ type: "integer" }, 2 ** 53).length, 1);
  assert.equal(issues({ type: "number", multipleOf: 1 }, 1.5).length, 1);
});

Deno.test("validate() takes the bounds of a number and of a text themselves", () => {
  const number: Schema = { type: "number", minimum: 1, maximum: 2 };
  for (const value of [1, 2]) assert.deepEqual(issues(number, value), []);
  for (const value of [0.9, 2.1]) {
    assert.deepEqual(issues(number, value), [
      `: ${value} -> a number from 1 to 2`,
    ]);
  }
  const text: Schema = { type: "string", minLength: 2, maxLength: 3 };
  for (const value of ["ab", "abc"]) assert.deepEqual(issues(text, value), []);
  for (const value of ["a", "abcd"]) {
    assert.deepEqual(issues(text, value), [
      `: "${value}" -> a non-empty string of at most 3 characters`,
    ]);
  }
  assert.deepEqual(issues({ type: "string" }, ""), []);
});

Deno.test("validate() tells a text that does not match, and what null is", () => {
  const code: Schema = { type: "string", pattern: "^a+$" };
  assert.deepEqual(issues(code, "aa"), []);
  assert.deepEqual(issues(code, "b"), [': "b" -> a string matching ^a+$']);
  assert.deepEqual(issues({ type: "null" }, null), []);
  assert.deepEqual(issues({ type: "null" }, 0), [": 0 -> null"]);
});

Deno.test("validate() takes one value for no list, and a list for no value", () => {
  const item: Schema = { type: "string" };
  const list: Schema = { type: "array", items: item };
  assert.deepEqual(issues(list, "a"), [': "a" -> a list, each a string']);
  assert.deepEqual(issues(item, ["a"]), [": a list of 1 -> a string"]);
  assert.deepEqual(issues(PERSON, ["a"]), [
    ": a list of 1 -> an object with name",
  ]);
});

Deno.test("validate() refuses other names only where the schema does", () => {
  const properties = { a: { type: "string" } } as const;
  const open: Schema = { type: "object", properties };
  assert.deepEqual(validate(open, { a: "x", b: 1 }), {
    ok: true,
    value: { a: "x" },
  });
  const closed: Schema = { ...open, additionalProperties: false };
  assert.deepEqual(issues(closed, { b: 1 }), [
    'b: unknown name "b" -> one of a',
  ]);
});

Deno.test("validate() shows no URL that may hold a secret", () => {
  const url: Schema = { type: "string", format: "http-url" };
  const [issue] = issues(url, "ftp://me:hunter22@example.com");
  assert.match(issue ?? "", /^: a text that may hold a secret -> an http or/);
});

Deno.test("validate() counts the items of a list", () => {
  const items = { type: "string" } as const;
  const list: Schema = { type: "array", items, minItems: 1, maxItems: 2 };
  assert.deepEqual(issues(list, ["a"]), []);
  const want = "a list of 1 to 2, each a string";
  assert.deepEqual(issues(list, []), [`: a list of 0 -> ${want}`]);
  const three = ["a", "b", "c"];
  assert.deepEqual(issues(list, three), [`: a list of 3 -> ${want}`]);
});

Deno.test("validate() reports twenty issues at most", () => {
  const list: Schema = { type: "array", items: { type: "string" } };
  assert.equal(issues(list, Array(1000).fill(1)).length, 20);
  const names = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [
    `n${i}`,
    1,
  ]));
  const none: Schema = {
    type: "object",
    properties: {},
    additionalProperties: false,
  };
  const found = issues(none, names);
  assert.equal(found.length, 20);
  assert.equal(found[0], 'n0: unknown name "n0" -> no arguments');
});

Deno.test("validate() names no half of a character", () => {
  const [issue] = issues(PERSON, { name: "x", "\ud83d": 1 });
  assert.ok(issue?.startsWith("\ufffd: "), issue);
});

Deno.test("validate() looks at own properties only", () => {
  const inherited = Object.create({ name: "x" });
  assert.equal(issues(PERSON, inherited).length, 1);
  const hostile = JSON.parse('{"name":"x","__proto__":{"age":1}}');
  assert.deepEqual(issues(PERSON, hostile).length, 1);
});

Deno.test("validate() tells the issues of the branch that was meant", () => {
  const cursor: Schema = {
    anyOf: [
      { type: "integer" },
      {
        type: "object",
        properties: { offset: { type: "integer" } },
        required: ["offset"],
      },
    ],
  };
  assert.deepEqual(issues(cursor, { offset: "x" }), [
    'offset: "x" -> a whole number',
  ]);
  assert.deepEqual(issues(cursor, true), [
    ": true -> a whole number or an object with offset",
  ]);
});

Deno.test("describe() says what is wanted in words", () => {
  assert.equal(
    describe({ type: "number", minimum: 1, maximum: 10, multipleOf: 1 }),
    "a whole number from 1 to 10",
  );
  assert.equal(
    describe({ type: "number", maximum: 1 }),
    "a number of at most 1",
  );
  assert.equal(
    describe({ type: "array", items: { type: "boolean" }, minItems: 1 }),
    "a list of at least 1, each true or false",
  );
  assert.equal(
    describe({ type: "array", items: { type: "null" }, maxItems: 2 }),
    "a list of at most 2, each null",
  );
  const required = ["a", "b"];
  assert.equal(describe({ type: "object", properties: {} }), "an object");
  assert.equal(
    describe({ type: "object", properties: {}, required }),
    "an object with a, b",
  );
});

Deno.test("show() never shows more than a glance and cuts no character", () => {
  assert.equal(show("😀".repeat(40)), `"${"😀".repeat(30)}…"`);
  assert.equal(show("a" + "😀".repeat(40)), `"a${"😀".repeat(29)}…"`);
  assert.equal(show([1, 2]), "a list of 2");
  assert.equal(show({}), "an object");
  assert.equal(show(undefined), "nothing");
});

Deno.test("cut() leaves alone what just fits", () => {
  assert.equal(cut("abc", 3), "abc");
  assert.equal(cut("abcd", 3), "ab…");
});

const LABELS = {
  type: "object",
  properties: {},
  additionalProperties: { type: "string", maxLength: 3 },
  propertyNames: { type: "string", pattern: "^[a-z]+$" },
  maxProperties: 2,
} as const satisfies ObjectSchema;

Deno.test("validate() checks the names, the values and the size of a map", () => {
  const labels: Static<typeof LABELS> = { a: "x", b: "y" };
  assert.deepEqual(validate(LABELS, labels), { ok: true, value: labels });
  assert.deepEqual(issues(LABELS, { a: 1 }), [
    "a: 1 -> a string of at most 3 characters",
  ]);
  assert.deepEqual(issues(LABELS, { A1: "x" }), [
    'A1: the name "A1" -> a name that is a string matching ^[a-z]+$',
  ]);
  assert.deepEqual(issues(LABELS, { a: "x", b: "y", c: "z" }), [
    ": an object -> a map of at most 2, each a string of at most 3 characters",
  ]);
  // @ts-expect-error: values are strings
  const wrong: Static<typeof LABELS> = { a: 1 };
  assert.ok(wrong);
});

Deno.test("validate() keeps everything in an object that takes anything", () => {
  const open = {
    type: "object",
    properties: {},
    additionalProperties: true,
  } as const;
  const value = JSON.parse('{"a": {"b": [1]}, "__proto__": {"c": 2}}');
  const checked = validate<object>(open, value);
  assert.ok(checked.ok);
  assert.equal(JSON.stringify(checked.value), JSON.stringify(value));
  assert.equal(Object.getPrototypeOf(checked.value), Object.prototype);
});
