import fc from "fast-check";
import type { Schema } from "../../src/schema/schema.ts";
import { oddText } from "./odd_values.ts";

/** Texts to choose from, by the names of the properties that they fit. */
export type Pools = Readonly<Record<string, readonly string[]>>;

/**
 * Values that a schema accepts, or nearly: texts come from a pool, mostly that
 * of their name, so that what is made gets past the first check.
 */
export function fromSchema(
  schema: Schema,
  texts: readonly string[],
  pools: Pools = {},
): fc.Arbitrary<unknown> {
  if ("anyOf" in schema) {
    return fc.oneof(
      ...schema.anyOf.map((option) => fromSchema(option, texts, pools)),
    );
  }
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "string":
      if (schema.enum) return fc.constantFrom(...schema.enum);
      return often(5, fc.constantFrom(...texts), oddText);
    case "number":
    case "integer": {
      const { minimum = 0, maximum = minimum + 1000 } = schema;
      const min = Math.ceil(minimum);
      return fc.oneof(
        fc.constantFrom(minimum, maximum),
        fc.integer({ min, max: Math.max(min, Math.min(maximum, min + 20)) }),
        fc.constantFrom(String(minimum + 1), minimum - 1, maximum + 1),
      );
    }
    case "array": {
      const { minItems: minLength = 0, maxItems = minLength + 3 } = schema;
      const maxLength = Math.min(maxItems, minLength + 3);
      const items = fromSchema(schema.items, texts, pools);
      return fc.array(items, { minLength, maxLength });
    }
    case "object": {
      const entries = Object.entries(schema.properties).map(
        ([name, property]) => {
          const fitting = fromSchema(property, pools[name] ?? texts, pools);
          const other = fromSchema(property, texts, pools);
          return [name, often(4, fitting, other)] as const;
        },
      );
      const required = new Set(schema.required);
      const present = fc.tuple(
        ...entries.map(([name, values]) =>
          required.has(name)
            ? values.map((value) => [[name, value]])
            : fc.oneof(
              { weight: 2, arbitrary: fc.constant([]) },
              values.map((value) => [[name, value]]),
            )
        ),
      );
      const named = present.map((all) => Object.fromEntries(all.flat()));
      const { additionalProperties: more } = schema;
      if (!more) return named;
      const key = fc.constantFrom(...texts);
      const value = more === true
        ? fc.jsonValue({ maxDepth: 2 })
        : fromSchema(more, texts, pools);
      const others = fc.dictionary(key, value, { maxKeys: 3 });
      return fc.tuple(named, others)
        .map(([first, rest]) => ({ ...rest, ...first }));
    }
  }
}

/** The first so many times as often as the second. */
function often<T>(
  weight: number,
  first: fc.Arbitrary<T>,
  second: fc.Arbitrary<T>,
): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: first }, second);
}
