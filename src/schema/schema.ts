/**
 * The part of JSON Schema 2020-12 that this program uses, as TypeScript types.
 * A schema is written once, `as const`; from it come the TypeScript type
 * ({@linkcode Static}), what clients see (the value itself), the validation
 * (`validate.ts`) and the documentation.
 *
 * @module
 */

interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
}

/** A string, or one of a closed set of strings. */
export interface StringSchema extends Described {
  readonly type: "string";
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  /** An ECMAScript regular expression, matched anywhere unless anchored. */
  readonly pattern?: string;
}

/** A finite number, or an integer. */
export interface NumberSchema extends Described {
  readonly type: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
  /** Only 1 is used: a whole number that is declared as `number`. */
  readonly multipleOf?: 1;
}

/** A boolean. */
export interface BooleanSchema extends Described {
  readonly type: "boolean";
}

/** The value `null`. */
export interface NullSchema extends Described {
  readonly type: "null";
}

/** A list of items of one kind. */
export interface ArraySchema extends Described {
  readonly type: "array";
  readonly items: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An object with named properties. */
export interface ObjectSchema extends Described {
  readonly type: "object";
  readonly properties: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  /** `false` refuses names that are not in `properties`. */
  readonly additionalProperties?: boolean;
}

/** A value that fits at least one of several schemas. */
export interface AnyOfSchema extends Described {
  readonly anyOf: readonly Schema[];
}

/** Any schema. */
export type Schema =
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | NullSchema
  | ArraySchema
  | ObjectSchema
  | AnyOfSchema;

type Required<S> = S extends { required: readonly (infer N)[] } ? N : never;

type Simplify<T> = { [K in keyof T]: T[K] } & unknown;

/** The TypeScript type of the values that a schema accepts. */
export type Static<S> = S extends { anyOf: readonly (infer T)[] } ? Static<T>
  : S extends { type: "string"; enum: readonly (infer V)[] } ? V
  : S extends { type: "string" } ? string
  : S extends { type: "number" | "integer" } ? number
  : S extends { type: "boolean" } ? boolean
  : S extends { type: "null" } ? null
  : S extends { type: "array"; items: infer T } ? Static<T>[]
  : S extends { type: "object"; properties: infer P } ? StaticObject<S, P>
  : unknown;

// A schema that is not known yet stands for any object.
type StaticObject<S, P> = string extends keyof P ? Record<string, unknown>
  : Simplify<
    & { [K in keyof P as K extends Required<S> ? K : never]: Static<P[K]> }
    & { [K in keyof P as K extends Required<S> ? never : K]?: Static<P[K]> }
  >;
