import type { Schema, StringSchema } from "../../src/schema/schema.ts";
import { ODD_TEXTS } from "./mutate.ts";
import type { Random } from "./random.ts";

/** Texts to choose from, by the names of the properties that they fit. */
export type Pools = Readonly<Record<string, readonly string[]>>;

/**
 * Makes a value that a schema accepts, or nearly: texts come from a pool, mostly
 * that of their name, so that what is made gets past the first check.
 */
export function makeFromSchema(
  random: Random,
  schema: Schema,
  texts: readonly string[],
  pools: Pools = {},
): unknown {
  if ("anyOf" in schema) {
    return makeFromSchema(random, random.pick(schema.anyOf), texts, pools);
  }
  switch (schema.type) {
    case "null":
      return null;
    case "boolean":
      return random.oneIn(2);
    case "string":
      return makeText(random, schema, texts);
    case "number":
    case "integer": {
      const { minimum = 0, maximum = minimum + 1000 } = schema;
      return random.pick([
        minimum,
        maximum,
        random.between(minimum, Math.min(maximum, minimum + 20)),
        String(minimum + 1),
        minimum - 1,
        maximum + 1,
      ]);
    }
    case "array": {
      const { minItems = 0, maxItems = minItems + 3 } = schema;
      const length = random.between(minItems, Math.min(maxItems, minItems + 3));
      return random.list(
        length,
        () => makeFromSchema(random, schema.items, texts, pools),
      );
    }
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties).flatMap(([name, property]) => {
          if (!schema.required?.includes(name) && !random.oneIn(3)) return [];
          const fitting = random.oneIn(5) ? texts : pools[name] ?? texts;
          return [[name, makeFromSchema(random, property, fitting, pools)]];
        }),
      );
  }
}

function makeText(
  random: Random,
  schema: StringSchema,
  texts: readonly string[],
): string {
  if (schema.enum) return random.pick(schema.enum);
  return random.pick(random.oneIn(6) ? ODD_TEXTS : texts);
}
