import type { ObjectSchema, Schema } from "../../src/schema/schema.ts";
import { describe } from "../../src/schema/validate.ts";
import { code, table } from "./table.ts";

/**
 * The properties of an object, with those of the objects in it: `a.b`, and
 * `a[].b` for each item of a list.
 *
 * @param marked Which of them are marked as such.
 */
export function propertiesTable(
  schema: ObjectSchema,
  marked: "required" | "optional",
): string {
  const rows = rowsOf(schema, marked, "");
  if (rows.length === 0) return "No arguments.";
  const head = ["Name", "Type", "Meaning"];
  const columns = rows.some(([, , meaning]) => meaning !== "") ? 3 : 2;
  return table(
    head.slice(0, columns),
    rows.map((row) => row.slice(0, columns)),
  );
}

function rowsOf(
  { properties, required = [] }: ObjectSchema,
  marked: "required" | "optional",
  prefix: string,
): string[][] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const is = required.includes(name) ? "required" : "optional";
    const mark = is === marked ? ` (${is})` : "";
    const path = prefix + name;
    return [
      [code(path) + mark, describe(bare(property)), property.description ?? ""],
      ...inner(property, path).flatMap(([object, at]) =>
        rowsOf(object, marked, `${at}.`)
      ),
    ];
  });
}

/** The objects in a property, and what their properties are reached by. */
function inner(schema: Schema, path: string): [ObjectSchema, string][] {
  if ("anyOf" in schema) {
    return schema.anyOf.flatMap((branch) => inner(branch, path));
  }
  if (schema.type === "array") return inner(schema.items, `${path}[]`);
  return schema.type === "object" ? [[schema, path]] : [];
}

/** Without the names that an object requires: they have rows of their own. */
function bare(schema: Schema): Schema {
  if ("anyOf" in schema) return { ...schema, anyOf: schema.anyOf.map(bare) };
  if (schema.type === "array") return { ...schema, items: bare(schema.items) };
  return schema.type === "object" ? { ...schema, required: [] } : schema;
}
