import assert from "node:assert/strict";
import { propertiesTable } from "../../scripts/docs/properties.ts";
import type { ObjectSchema } from "../../src/schema/schema.ts";

const TEXT = { type: "string" } as const;
const REF: ObjectSchema = {
  type: "object",
  properties: { path: { ...TEXT, description: "Where" }, line: TEXT },
  required: ["path"],
};

function names(text: string): string[] {
  return text.split("\n").slice(2).map((row) => row.split(" | ")[0] ?? "");
}

Deno.test("propertiesTable() names what is in objects, lists and alternatives", () => {
  const schema: ObjectSchema = {
    type: "object",
    properties: {
      ref: REF,
      list: { type: "array", items: REF },
      maybe: { anyOf: [{ type: "null" }, REF] },
    },
    required: ["ref"],
  };
  const text = propertiesTable(schema, "required");
  assert.deepEqual(names(text), [
    "| `ref` (required)",
    "| `ref.path` (required)",
    "| `ref.line`",
    "| `list`",
    "| `list[].path` (required)",
    "| `list[].line`",
    "| `maybe`",
    "| `maybe.path` (required)",
    "| `maybe.line`",
  ]);
  assert.match(text, /^\| Name \| Type \| Meaning \|\n/);
  assert.match(text, /\| `list` \| a list, each an object \| {2}\|\n/);
});

Deno.test("propertiesTable() leaves out meanings where there are none", () => {
  const schema: ObjectSchema = { type: "object", properties: { a: TEXT } };
  assert.equal(
    propertiesTable(schema, "optional"),
    "| Name | Type |\n| --- | --- |\n| `a` (optional) | a string |",
  );
});
