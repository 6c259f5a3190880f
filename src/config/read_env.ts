import { validate } from "../schema/validate.ts";
import { show } from "../text/show.ts";
import type { Draft } from "./draft.ts";
import { clone } from "./draft.ts";
import { eachPath, type PathRuntime, resolveHere } from "./paths.ts";
import { removedVariables } from "./removed.ts";
import { MODEL_ENV, MODEL_PROFILES } from "./sections/model_profiles.ts";
import { isKnownLineMode, LINE_MODE_ENV } from "./sections/server.ts";
import { fromText, settingVariables, type Variable } from "./variables.ts";

const PROFILES = "model_profiles";
const BASE_PROFILE = "answer";

/** A part of a profile, and where it came from. */
export interface ProfilePart {
  readonly profile: string;
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
}

/**
 * Sets what the environment says; an empty variable counts as unset. Gives the
 * parts of profiles that may have to be copied from `answer`, for when that one
 * is final.
 */
export function readEnv(draft: Draft, runtime: PathRuntime): ProfilePart[] {
  const parts: ProfilePart[] = [];
  for (const variable of settingVariables()) {
    const { name, path } = variable;
    const raw = name !== "DEBUG" && runtime.env(name);
    if (!raw) continue;
    const value = readVariable(variable, raw, draft, runtime);
    if (value === undefined) continue;
    const source = `env:${name}`;
    const [group, profile, key] = path;
    if (group === PROFILES && profile !== undefined && key !== undefined) {
      parts.push({ profile, key, value, source });
    } else {
      draft.set(path, value, source);
    }
  }
  parts.unshift(...modelOfAll(draft, runtime));
  readDebug(draft, runtime);
  const lines = runtime.env(LINE_MODE_ENV);
  if (!isKnownLineMode(lines)) {
    draft.problems.push(
      `${LINE_MODE_ENV} is ${
        show(lines)
      }, wanted 1 to be answered in lines, or 0`,
    );
  }
  draft.warnings.push(...removedVariables((name) => runtime.env(name)));
  const isBase = ({ profile }: ProfilePart): boolean =>
    profile === BASE_PROFILE;
  for (const part of parts.filter(isBase)) setProfile(draft, part);
  return parts.filter((part) => !isBase(part));
}

/** The value of a variable; `undefined` when it was refused. */
function readVariable(
  { name, schema }: Variable,
  raw: string,
  draft: Draft,
  runtime: PathRuntime,
): unknown {
  let value: unknown;
  try {
    value = fromText(schema, raw);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    draft.problems.push(`${name} ${error.message}`);
    return undefined;
  }
  const checked = validate<unknown>(schema, value);
  if (checked.ok) {
    return schema.path
      ? eachPath(
        checked.value,
        schema.path,
        (path) => resolveHere(path, runtime),
      )
      : checked.value;
  }
  draft.refuse(name, checked.issues, schema.secret);
  return undefined;
}

/**
 * One model for all profiles, except where a variable says more: those of a
 * single profile are set after it, and one with all profiles names their models.
 */
function modelOfAll(
  draft: Draft,
  runtime: PathRuntime,
): ProfilePart[] {
  const value = runtime.env(MODEL_ENV);
  if (!value) return [];
  const source = `env:${MODEL_ENV}`;
  const named = draft.keys.get(PROFILES)?.startsWith("env:") ?? false;
  return Object.keys(MODEL_PROFILES.properties).flatMap((profile) => {
    const there = draft.get([PROFILES, profile]) !== undefined;
    // A missing one falls back to the base, and so has its model.
    const wanted = there ? !named : profile === BASE_PROFILE;
    return wanted ? [{ profile, key: "model", value, source }] : [];
  });
}

/** Sets a part of a profile; a missing one starts as a copy of `answer`. */
export function setProfile(
  draft: Draft,
  { profile, key, value, source }: ProfilePart,
): void {
  const path = [PROFILES, profile];
  if (draft.get(path) === undefined) {
    const base = draft.get([PROFILES, BASE_PROFILE]) ?? {};
    draft.set(path, clone(base), source);
  }
  draft.set([...path, key], value, source);
}

function readDebug(draft: Draft, runtime: PathRuntime): void {
  const raw = runtime.env("DEBUG");
  if (!raw) return;
  const word = raw.toLowerCase();
  if (word === "1" || word === "true") {
    draft.set(["server", "debug"], true, "env:DEBUG");
  } else if (/[/\\]|\.log$/i.test(raw)) {
    setDebugFile(draft, resolveHere(raw, runtime), "env:DEBUG");
  } else {
    draft.set(["server", "debug"], false, "env:DEBUG");
    if (word === "0" || word === "false") return;
    // Other programs use DEBUG for their own names (`DEBUG=express:*`).
    draft.warnings.push(
      `DEBUG=${raw} is not for this program and counts as 0: use 1, 0 or the path of a log file`,
    );
  }
}

/** Switches debugging on, mirrored to a file. */
export function setDebugFile(draft: Draft, path: string, source: string): void {
  draft.set(["server", "debug"], true, source);
  draft.set(["server", "debug_file"], path, source);
}
