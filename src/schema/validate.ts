import { FORMATS } from "./formats.ts";
import type {
  AnyOfSchema,
  ArraySchema,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
} from "./schema.ts";
import { isObject } from "./value.ts";
import { show } from "../text/show.ts";

/** One thing wrong with a value: where, what was there and what is wanted. */
export interface Issue {
  /** Property names and list positions from the root to the value. */
  path: readonly (string | number)[];
  /** What was found, shortened: never more than a glance at the value. */
  got: string;
  /** What would have been accepted. */
  want: string;
  /** For a name that is not in the schema: the names that are. */
  known?: readonly string[];
}

/** The value with its defaults and coercions, or what is wrong with it. */
export type Validation<T> =
  | { ok: true; value: T }
  | { ok: false; issues: Issue[] };

/** Options of {@linkcode validate}. */
export interface ValidateOptions {
  /**
   * Accept `"5"` where an integer is wanted.
   * @default {false}
   */
  integerStrings?: boolean;
}

/** Says in words what a schema accepts: "a whole number from 1 to 10". */
export function describe(schema: Schema): string {
  if ("anyOf" in schema) return schema.anyOf.map(describe).join(" or ");
  switch (schema.type) {
    case "string":
      return describeString(schema);
    case "number":
    case "integer":
      return describeNumber(schema);
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
      return describeArray(schema);
    case "object":
      return describeObject(schema);
  }
}

/** Names what must not be missing: whoever gave none of it learns it here. */
function describeObject(schema: ObjectSchema): string {
  const { required = [], additionalProperties: more, maxProperties } = schema;
  if (required.length > 0) return `an object with ${required.join(", ")}`;
  if (typeof more !== "object") return "an object";
  const most = maxProperties === undefined
    ? ""
    : ` of at most ${maxProperties}`;
  return `a map${most}, each ${describe(more)}`;
}

function describeString(schema: StringSchema): string {
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value)).join(", ");
    return schema.enum.length === 1 ? values : `one of ${values}`;
  }
  if (schema.not) return `none of ${schema.not.enum.join(", ")}`;
  if (schema.format) return FORMATS[schema.format].words;
  const { minLength = 0, maxLength } = schema;
  const kind = minLength > 0 ? "a non-empty string" : "a string";
  const bound = maxLength === undefined
    ? ""
    : ` of at most ${maxLength} characters`;
  return schema.pattern
    ? `${kind}${bound} matching ${schema.pattern}`
    : kind + bound;
}

function describeNumber(schema: NumberSchema): string {
  const whole = schema.type === "integer" || schema.multipleOf === 1;
  const kind = whole ? "a whole number" : "a number";
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) {
    return `${kind} from ${minimum} to ${maximum}`;
  }
  if (minimum !== undefined) return `${kind} of at least ${minimum}`;
  return maximum === undefined ? kind : `${kind} of at most ${maximum}`;
}

function describeArray(schema: ArraySchema): string {
  const { minItems = 0, maxItems } = schema;
  const count = maxItems === undefined
    ? (minItems > 0 ? ` of at least ${minItems}` : "")
    : minItems > 0
    ? ` of ${minItems} to ${maxItems}`
    : ` of at most ${maxItems}`;
  return `a list${count}, each ${describe(schema.items)}`;
}

// More would help nobody, and a client could ask for millions.
const MAX_ISSUES = 20;

/**
 * Checks a value against a schema. `null` counts as absent for an optional
 * property that does not accept it, and the first 20 issues are reported, not
 * just one.
 */
export function validate<T>(
  schema: Schema,
  value: unknown,
  options: ValidateOptions = {},
): Validation<T> {
  const issues: Issue[] = [];
  const checked = check(schema, value, [], issues, options);
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: checked as T };
}

type Path = readonly (string | number)[];

function check(
  schema: Schema,
  value: unknown,
  path: Path,
  issues: Issue[],
  options: ValidateOptions,
): unknown {
  if ("anyOf" in schema) {
    let best: Issue[] | undefined;
    for (const branch of schema.anyOf) {
      const found: Issue[] = [];
      const checked = check(branch, value, path, found, options);
      if (found.length === 0) return checked;
      // A branch of the right kind has the more telling issues: deeper ones.
      if (!best && found.some((i) => i.path.length > path.length)) best = found;
    }
    issues.push(
      ...best ?? [{ path, got: show(value), want: describe(schema) }],
    );
    return undefined;
  }
  if (schema.type === "object" && isObject(value)) {
    return checkObject(schema, value, path, issues, options);
  }
  if (schema.type === "array" && Array.isArray(value)) {
    return checkArray(schema, value, path, issues, options);
  }
  const number = schema.type === "integer" && options.integerStrings
    ? fromIntegerString(value)
    : value;
  if (accepts(schema, number)) return number;
  issues.push({ path, got: shown(schema, value), want: describe(schema) });
  return undefined;
}

function shown(schema: Schema, value: unknown): string {
  const hidden = "format" in schema && schema.format &&
    typeof value === "string" && FORMATS[schema.format].hides?.(value);
  return hidden ? "a text that may hold a secret" : show(value);
}

function checkObject(
  schema: ObjectSchema,
  value: Record<string, unknown>,
  path: Path,
  issues: Issue[],
  options: ValidateOptions,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const optional = !schema.required?.includes(name);
    if (optional && (given === undefined || given === null)) {
      if (given === null && acceptsNull(property)) result[name] = null;
      continue;
    }
    result[name] = check(property, given, [...path, name], issues, options);
  }
  const { maxProperties = Infinity } = schema;
  if (Object.keys(value).length > maxProperties) {
    issues.push({ path, got: show(value), want: describe(schema) });
  }
  const more = schema.additionalProperties;
  if (more === undefined) return result;
  const known = Object.keys(schema.properties);
  for (const [name, given] of Object.entries(value)) {
    if (issues.length >= MAX_ISSUES) break;
    if (Object.hasOwn(schema.properties, name)) continue;
    // Quoted to clients, of which strict ones refuse half a character.
    const at = [...path, name.toWellFormed()];
    const names = schema.propertyNames;
    if (more === false) {
      const want = known.length > 0
        ? `one of ${known.join(", ")}`
        : "no arguments";
      issues.push({ path: at, got: `unknown name ${show(name)}`, want, known });
    } else if (names && !accepts(names, name)) {
      const want = `a name that is ${describe(names)}`;
      issues.push({ path: at, got: `the name ${show(name)}`, want });
    } else {
      const checked = more === true
        ? given
        : check(more, given, at, issues, options);
      // `__proto__` as a name must not become the prototype.
      Object.defineProperty(result, name, {
        value: checked,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return result;
}

function checkArray(
  schema: ArraySchema,
  value: readonly unknown[],
  path: Path,
  issues: Issue[],
  options: ValidateOptions,
): unknown[] {
  const { minItems = 0, maxItems = Infinity } = schema;
  if (value.length < minItems || value.length > maxItems) {
    issues.push({ path, got: show(value), want: describe(schema) });
    return [];
  }
  return value.map((item, index) =>
    issues.length < MAX_ISSUES
      ? check(schema.items, item, [...path, index], issues, options)
      : undefined
  );
}

function accepts(
  schema: Exclude<Schema, AnyOfSchema>,
  value: unknown,
): boolean {
  switch (schema.type) {
    case "string":
      return typeof value === "string" && acceptsString(schema, value);
    case "number":
    case "integer":
      return typeof value === "number" && acceptsNumber(schema, value);
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    default:
      return false;
  }
}

function acceptsString(schema: StringSchema, value: string): boolean {
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (schema.not?.enum.includes(value)) return false;
  const { minLength = 0, maxLength = Infinity } = schema;
  if (value.length < minLength || value.length > maxLength) return false;
  if (schema.pattern && !new RegExp(schema.pattern, "u").test(value)) {
    return false;
  }
  // A default is known to be good, and asking may load much (`Intl`: 15 ms).
  return !schema.format || value === schema.default ||
    FORMATS[schema.format].accepts(value);
}

function acceptsNumber(schema: NumberSchema, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const whole = schema.type === "integer" || schema.multipleOf === 1;
  if (whole && !Number.isSafeInteger(value)) return false;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return value >= minimum && value <= maximum;
}

function acceptsNull(schema: Schema): boolean {
  return "anyOf" in schema
    ? schema.anyOf.some(acceptsNull)
    : schema.type === "null";
}

function fromIntegerString(value: unknown): unknown {
  return typeof value === "string" && /^-?\d{1,16}$/.test(value)
    ? Number(value)
    : value;
}
