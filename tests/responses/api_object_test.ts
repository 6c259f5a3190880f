import assert from "node:assert/strict";
import {
  fieldsOf,
  lineIn,
  numberIn,
  objectsIn,
  textIn,
} from "../../src/responses/api_object.ts";

Deno.test("objectsIn() takes the objects of a list and nothing else", () => {
  assert.deepEqual(objectsIn([{ a: 1 }, null, "x", 5, [], {}]), [{ a: 1 }, {}]);
  for (const value of [undefined, null, "x", { a: 1 }]) {
    assert.deepEqual(objectsIn(value), []);
  }
});

Deno.test("textIn() takes texts that say something, whole characters only", () => {
  assert.equal(textIn(" a\n"), " a\n");
  assert.equal(textIn("a\ud83d"), "a\ufffd");
  for (const value of ["", " \n\t", 5, null, undefined, ["a"]]) {
    assert.equal(textIn(value), undefined);
  }
});

Deno.test("lineIn() puts a text on one line", () => {
  assert.equal(lineIn(" a \n b\t\tc "), "a b c");
  assert.equal(lineIn(" \n"), undefined);
});

Deno.test("numberIn() takes finite numbers", () => {
  assert.equal(numberIn(0), 0);
  for (const value of [NaN, Infinity, "5", null]) {
    assert.equal(numberIn(value), undefined);
  }
});

Deno.test("fieldsOf() gives no fields of what is no object", () => {
  assert.deepEqual(fieldsOf({ a: 1 }), { a: 1 });
  for (const value of [null, undefined, "x", [1]]) {
    assert.deepEqual(fieldsOf(value), {});
  }
});
