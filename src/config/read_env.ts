import type { Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { show } from "../text/show.ts";
import type { Draft } from "./draft.ts";
import { clone, forEachSetting } from "./draft.ts";
import { type PathRuntime, resolveHere } from "./paths.ts";
import { removedVariables } from "./removed.ts";
import { SETTINGS } from "./schema.ts";
import { PROFILE_ENV } from "./sections/model_profiles.ts";
import type { Setting } from "./setting.ts";
import { isKnownLineMode, LINE_MODE_ENV } from "./sections/server.ts";

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

/** A part of a profile, and where it came from. */
export interface ProfilePart {
  readonly profile: string;
  readonly key: string;
  readonly value: string;
  readonly source: string;
}

/**
 * Sets what the environment says; an empty variable counts as unset. Gives the
 * parts of profiles that may have to be copied from `answer`, for when that one
 * is final.
 */
export function readEnv(draft: Draft, runtime: PathRuntime): ProfilePart[] {
  const parts: ProfilePart[] = [];
  const given: { name: string; raw: string; at: Target }[] = [];
  forEachSetting(SETTINGS, (path, setting) => {
    const { env: name } = setting;
    const raw = name && name !== "DEBUG" && runtime.env(name);
    if (!name || !raw) return;
    if (setting.path) {
      // Any text is a path.
      draft.set(path, resolveHere(raw, runtime), `env:${name}`);
    } else {
      given.push({ name, raw, at: { path, setting } });
    }
  });
  for (const [name, [profile, key]] of Object.entries(PROFILE_ENV)) {
    const raw = runtime.env(name);
    const setting = SETTINGS.model_profiles.properties[profile].properties[key];
    if (raw) given.push({ name, raw, at: { profile, key, setting } });
  }
  for (const { name, raw, at } of given) {
    const checked = validate(at.setting, fromText(at.setting, raw));
    const source = `env:${name}`;
    if (!checked.ok) draft.refuse(name, checked.issues);
    else if ("path" in at) draft.set(at.path, checked.value, source);
    else parts.push({ profile: at.profile, key: at.key, value: raw, source });
  }
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
  const isAnswer = ({ profile }: ProfilePart): boolean => profile === "answer";
  for (const part of parts.filter(isAnswer)) setProfile(draft, part);
  return parts.filter((part) => !isAnswer(part));
}

/** What a variable sets: a key, or a part of a profile. */
type Target =
  | { path: readonly string[]; setting: Setting }
  | { profile: string; key: string; setting: Schema };

function fromText(setting: Schema, raw: string): unknown {
  if ("anyOf" in setting) return raw;
  switch (setting.type) {
    case "integer":
    case "number":
      return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(raw)
        ? Number(raw)
        : raw;
    case "boolean":
      return WORDS.get(raw.toLowerCase()) ?? raw;
    default:
      return raw;
  }
}

/** Sets a part of a profile; a missing one starts as a copy of `answer`. */
export function setProfile(
  draft: Draft,
  { profile, key, value, source }: ProfilePart,
): void {
  const path = ["model_profiles", profile];
  if (draft.get(path) === undefined) {
    const base = draft.get(["model_profiles", "answer"]) ?? {};
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
