import assert from "node:assert/strict";
import {
  fieldsOf,
  lineIn,
  numberIn,
  objectsIn,
  textIn,
  timeIn,
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

Deno.test("timeIn() takes seconds of the years that dates are written with", () => {
  assert.equal(timeIn(1.5), 1500);
  assert.equal(timeIn(253_402_300_799), 253_402_300_799_000);
  for (const value of [253_402_300_800, -1, 1.7e12, 1e30, NaN, "5", null]) {
    assert.equal(timeIn(value), undefined);
  }
});

Deno.test("fieldsOf() gives no fields of what is no object", () => {
  assert.deepEqual(fieldsOf({ a: 1 }), { a: 1 });
  for (const value of [null, undefined, "x", [1]]) {
    assert.deepEqual(fieldsOf(value), {});
  }
});
