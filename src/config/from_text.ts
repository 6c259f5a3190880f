import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["true", true],
  ["yes", true],
  ["on", true],
  ["0", false],
  ["false", false],
  ["no", false],
  ["off", false],
]);

/**
 * Reads a value out of the text of a variable: lists by comma, objects as JSON,
 * flat ones also as `a=1,b=2`. A text that is none comes back as it is, for
 * `validate` to refuse.
 *
 * @throws {SyntaxError} when the text cannot be taken apart; it is not quoted,
 * as it may hold a secret
 */
export function fromText(schema: Schema, text: string): unknown {
  if ("anyOf" in schema) {
    for (const branch of schema.anyOf) {
      const value = fromText(branch, text);
      if (validate(branch, value).ok) return value;
    }
    return text;
  }
  switch (schema.type) {
    case "integer":
    case "number":
      return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)
        ? Number(text)
        : text;
    case "boolean":
      return WORDS.get(text.toLowerCase()) ?? text;
    case "null":
      return text === "null" ? null : text;
    case "array":
      return text.trimStart().startsWith("[")
        ? fromJson(text)
        : itemsOf(text).map((item) => fromText(schema.items, item));
    case "object":
      return text.trimStart().startsWith("{")
        ? fromJson(text)
        : fromPairs(schema, text);
    case "string":
      return text;
  }
}

function itemsOf(text: string): string[] {
  return text.split(",").map((item) => item.trim())
    .filter((item) => item !== "");
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(
      "begins like JSON and is not: check its quotes, commas and brackets",
      { cause: error },
    );
  }
}

function fromPairs(schema: ObjectSchema, text: string): unknown {
  const { properties, additionalProperties: more } = schema;
  const inner = [...Object.values(properties)];
  if (typeof more === "object") inner.push(more);
  if (more === true || inner.some(holdsOthers)) {
    throw new SyntaxError('must be a JSON object such as {"name": "value"}');
  }
  return Object.fromEntries(
    itemsOf(text).map((item, index) => {
      const at = item.indexOf("=");
      if (at < 1) {
        throw new SyntaxError(
          `must be written name=value,name=value, but item ${
            index + 1
          } is not; where a value has a comma, write a JSON object`,
        );
      }
      const name = item.slice(0, at).trim();
      const value = item.slice(at + 1).trim();
      const property = Object.hasOwn(properties, name)
        ? properties[name]
        : undefined;
      return [name, property ? fromText(property, value) : value];
    }),
  );
}

function holdsOthers(schema: Schema): boolean {
  return "type" in schema &&
    (schema.type === "object" || schema.type === "array");
}
