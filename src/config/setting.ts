import type { Schema, Static } from "../schema/schema.ts";

/** One key of the configuration: what it takes, its default, what it is for. */
export type Setting = Schema & {
  readonly default: unknown;
  readonly description: string;
  /** The environment variable that sets it, where the rule does not name it. */
  readonly env?: string;
  /** The value must never be shown, neither in an error nor as effective. */
  readonly secret?: true;
  /**
   * The value is a path, or paths by name, or has members of these names that
   * are: `~` is expanded, relative ones are made absolute, and addresses with a
   * scheme are left alone.
   */
  readonly path?: true | readonly string[];
};

/** A group of keys. */
export interface SettingGroup {
  /** A key, or a group below it. */
  readonly [key: string]: Setting | SettingGroup;
}

/** The TypeScript type of a complete configuration. */
export type ConfigOf<S> = S extends Setting ? Static<S>
  : { readonly [K in keyof S]: ConfigOf<S[K]> };
