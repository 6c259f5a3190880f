/**
 * The environment variable of every key: those that have a name of their own
 * keep it, all others are called `ORMCP_` and the path of the key.
 *
 * @module
 */
import type { Schema } from "../schema/schema.ts";
import { nearest } from "../text/nearest.ts";
import { forEachSetting } from "./draft.ts";
import { SETTINGS } from "./schema.ts";
import { MODEL_ENV, PROFILE_ENV } from "./sections/model_profiles.ts";
import type { Setting } from "./setting.ts";

/** What the names have in common that follow the rule. */
const PREFIX = "ORMCP_";

/** Variables in our name that are no keys. */
const OTHERS: readonly string[] = [MODEL_ENV];

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

/** A warning for each variable in our name that nothing reads. */
export function unknownVariables(names: readonly string[]): string[] {
  const ours = names.filter((name) => name.startsWith(PREFIX));
  if (ours.length === 0) return [];
  const variables = settingVariables();
  const known = [...variables.map(({ name }) => name), ...OTHERS];
  return ours.filter((name) => !known.includes(name)).map((name) => {
    // The rule would have called it so, but it has a name of its own.
    const renamed = variables.find(({ path }) => byRule(path) === name)?.name;
    const rest = `_${name.slice(PREFIX.length)}`;
    const near = renamed ?? nearest(name, known) ??
      known.find((other) => other.endsWith(rest));
    return near
      ? `${name} is no known variable and has no effect; did you mean ${near}?`
      : `${name} is no known variable and has no effect`;
  });
}
