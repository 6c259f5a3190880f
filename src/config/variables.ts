/**
 * The environment variable of every key, and how its text is read. Those that
 * have a name of their own keep it, all others are called `ORMCP_` and the path
 * of the key.
 *
 * @module
 */
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { nearest } from "../text/nearest.ts";
import { forEachSetting } from "./draft.ts";
import { SETTINGS } from "./schema.ts";
import { HTTP_SECRET_ENV, HTTP_TOKENS_ENV } from "./sections/http.ts";
import { MODEL_ENV, PROFILE_ENV } from "./sections/model_profiles.ts";
import type { Setting } from "./setting.ts";

/** What the names have in common that follow the rule. */
const PREFIX = "ORMCP_";

/** Variables with our prefix that set no key. */
const OTHERS: readonly string[] = [
  MODEL_ENV,
  HTTP_TOKENS_ENV,
  HTTP_SECRET_ENV,
];

/** The variable of a key, or of a part of a profile. */
export interface Variable {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: Schema & Pick<Setting, "path" | "secret">;
}

/** Every variable that sets a key, in the order of the keys. */
export function settingVariables(): Variable[] {
  const found: Variable[] = [];
  forEachSetting(SETTINGS, (path, schema) => {
    found.push({ name: variableOf(path, schema), path, schema });
    if (path.length === 1 && path[0] === "model_profiles") {
      found.push(...profileVariables());
    }
  });
  return found;
}

/** The variable that sets a key. */
export function variableOf(
  path: readonly string[],
  { env }: Pick<Setting, "env">,
): string {
  return env ?? byRule(path);
}

function profileVariables(): Variable[] {
  const own = new Map(
    Object.entries(PROFILE_ENV).map(([name, part]) => [part.join("."), name]),
  );
  const profiles = Object.entries(SETTINGS.model_profiles.properties);
  return profiles.flatMap(([profile, { properties }]) =>
    Object.entries(properties).map(([key, schema]) => {
      const path = ["model_profiles", profile, key];
      return {
        name: own.get(`${profile}.${key}`) ?? byRule(path),
        path,
        schema,
      };
    })
  );
}

function byRule(path: readonly string[]): string {
  return PREFIX + path.join("_").toUpperCase();
}

// A shorter one is like the end of too many.
const MIN_LAST_WORDS = 5;

/** The name that ends like one whose group was left out: `ORMCP_TIMEZONE`. */
function byLastWords(
  name: string,
  known: readonly string[],
): string | undefined {
  const rest = name.slice(PREFIX.length);
  if (rest.length < MIN_LAST_WORDS) return undefined;
  const ends = new Map<string, string>();
  for (const other of known) {
    for (
      let at = other.indexOf("_");
      at >= 0;
      at = other.indexOf("_", at + 1)
    ) {
      const end = other.slice(at + 1);
      if (!ends.has(end)) ends.set(end, other);
    }
  }
  const near = nearest(rest, [...ends.keys()]);
  return near && ends.get(near);
}

/** A warning for each variable in our name that nothing reads. */
export function unknownVariables(names: readonly string[]): string[] {
  const ours = names.filter((name) => name.startsWith(PREFIX));
  if (ours.length === 0) return [];
  const variables = settingVariables();
  const known = [...variables.map(({ name }) => name), ...OTHERS];
  return ours.filter((name) => !known.includes(name)).map((name) => {
    // The rule would have called it so, but it has a name of its own.
    const renamed = variables.find(({ path }) => byRule(path) === name)?.name;
    const near = renamed ?? nearest(name, known) ?? byLastWords(name, known);
    return near
      ? `${name} is not a known variable and has no effect; did you mean ${near}?`
      : `${name} is not a known variable and has no effect`;
  });
}

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
 * flat ones also as `a=1,b=2`, and `null` where a value may be null. A text that
 * is none of these comes back as it is, for `validate` to refuse.
 *
 * @throws {SyntaxError} when the text cannot be taken apart; it is not quoted,
 * as it may hold a secret
 */
export function fromText(schema: Schema, text: string): unknown {
  if ("anyOf" in schema) {
    // A branch for strings would take that word for one.
    if (text === "null" && validate(schema, null).ok) return null;
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
    case "array":
      return text.trimStart().startsWith("[")
        ? fromJson(text)
        : itemsOf(text).map((item) => fromText(schema.items, item));
    case "object":
      return text.trimStart().startsWith("{")
        ? fromJson(text)
        : fromPairs(schema, text);
    case "string":
    case "null":
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
