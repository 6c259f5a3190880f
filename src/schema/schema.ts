/**
 * The part of JSON Schema 2020-12 that this program uses, as TypeScript types.
 * A schema is written once, `as const`; from it come the TypeScript type
 * ({@linkcode Static}), what clients see (the value itself), the validation
 * (`validate.ts`) and the documentation.
 *
 * @module
 */

/** What every schema may say of itself. */
export interface Described {
  /** A name for people. */
  readonly title?: string;
  /** What the value means. */
  readonly description?: string;
  /** The value when none is given. */
  readonly default?: unknown;
}

/** A string, or one of a closed set of strings. */
export interface StringSchema extends Described {
  /** The type's name. */
  readonly type: "string";
  /** The only strings allowed. */
  readonly enum?: readonly string[];
  /** Strings that are not allowed. */
  readonly not?: { readonly enum: readonly string[] };
  /** Fewest characters. */
  readonly minLength?: number;
  /** Most characters. */
  readonly maxLength?: number;
  /** An ECMAScript regular expression, matched anywhere unless anchored. */
  readonly pattern?: string;
  /** A kind of text that no pattern can check. */
  readonly format?:
    | "country"
    | "header-name"
    | "host-name"
    | "http-url"
    | "manual-name"
    | "time-zone"
    | "variable";
}

/** A finite number, or an integer. */
export interface NumberSchema extends Described {
  /** The type's name. */
  readonly type: "number" | "integer";
  /** Smallest number. */
  readonly minimum?: number;
  /** Largest number. */
  readonly maximum?: number;
  /** Only 1 is used: a whole number that is declared as `number`. */
  readonly multipleOf?: 1;
}

/** A boolean. */
export interface BooleanSchema extends Described {
  /** The type's name. */
  readonly type: "boolean";
}

/** The value `null`. */
export interface NullSchema extends Described {
  /** The type's name. */
  readonly type: "null";
}

/** A list of items of one kind. */
export interface ArraySchema extends Described {
  /** The type's name. */
  readonly type: "array";
  /** What each item must be. */
  readonly items: Schema;
  /** Fewest items. */
  readonly minItems?: number;
  /** Most items. */
  readonly maxItems?: number;
}

/** An object with named properties. */
export interface ObjectSchema extends Described {
  /** The type's name. */
  readonly type: "object";
  /** What each property must be. */
  readonly properties: { readonly [name: string]: Schema };
  /** Properties that must be there. */
  readonly required?: readonly string[];
  /**
   * What names that are not in `properties` may hold: `false` refuses them,
   * `true` takes anything. Without it they are ignored.
   */
  readonly additionalProperties?: boolean | Schema;
  /** What names that are not in `properties` must be like. */
  readonly propertyNames?: StringSchema;
  /** Most properties. */
  readonly maxProperties?: number;
}

/** A value that fits at least one of several schemas. */
export interface AnyOfSchema extends Described {
  /** The schemas to choose from. */
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

/** The names of the properties that a schema requires. */
export type RequiredNames<S> = S extends { required: readonly (infer N)[] } ? N
  : never;

/** The TypeScript type of the values that a schema accepts. */
export type Static<S> = S extends { anyOf: readonly (infer T)[] } ? Static<T>
  : S extends { type: "string"; enum: readonly (infer V)[] } ? V
  : S extends { type: "string" } ? string
  : S extends { type: "number" | "integer" } ? number
  : S extends { type: "boolean" } ? boolean
  : S extends { type: "null" } ? null
  : S extends { type: "array"; items: infer T } ? Static<T>[]
  : S extends { type: "object"; additionalProperties: true }
    ? Record<string, unknown>
  : S extends { type: "object"; additionalProperties: object }
    ? Record<string, Static<S["additionalProperties"]>>
  : S extends { type: "object"; properties: infer P } ? StaticObject<S, P>
  : unknown;

/**
 * The TypeScript type of an object schema `S` with the properties `P`. A schema
 * that is not known yet stands for any object.
 */
export type StaticObject<S, P> = string extends keyof P
  ? Record<string, unknown>
  : Simplify<
    & { [K in keyof P as K extends RequiredNames<S> ? K : never]: Static<P[K]> }
    & {
      [K in keyof P as K extends RequiredNames<S> ? never : K]?: Static<P[K]>;
    }
  >;

/** The same properties, written as one object type. */
export type Simplify<T> = { [K in keyof T]: T[K] } & unknown;
