import { forEachSetting } from "../../src/config/draft.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { PROFILE_ENV } from "../../src/config/sections/model_profiles.ts";
import { describe } from "../../src/schema/validate.ts";
import { code, table } from "./table.ts";

/** Variables that are no keys, and what they do. */
const OTHER_ENV: Readonly<Record<string, string>> = {
  OPENAI_API_KEY:
    "The API key of the answer tools (another name: `openai.api_key_env`).",
  MCP_LINE_MODE: "`1`: answer in lines from the start, whatever comes in.",
  XDG_CONFIG_HOME: "Where the default configuration file is looked for.",
  XDG_CACHE_HOME: "Where indexes of manuals are kept by default.",
};

/** Every key, with what it takes, its default and what it is for. */
export function settingsTable(): string {
  const rows: string[][] = [];
  forEachSetting(SETTINGS, (path, setting) => {
    rows.push([
      code(path.join(".")),
      describe(setting),
      code(JSON.stringify(setting.default)),
      setting.env ? code(setting.env) : "",
      setting.description,
    ]);
  });
  return table(["Key", "Takes", "Default", "Environment", "Meaning"], rows);
}

/** Every environment variable. */
export function environmentTable(): string {
  const rows: string[][] = Object.entries(OTHER_ENV)
    .map(([name, meaning]) => [code(name), meaning]);
  for (const [name, path] of Object.entries(PROFILE_ENV)) {
    rows.push([code(name), code(`model_profiles.${path.join(".")}`)]);
  }
  const keys = new Map<string, string[]>();
  forEachSetting(SETTINGS, (path, { env }) => {
    if (env) keys.set(env, [...keys.get(env) ?? [], code(path.join("."))]);
  });
  for (const [name, paths] of keys) rows.push([code(name), paths.join(", ")]);
  return table(["Variable", "Sets"], rows);
}

/** The name of every variable. */
export function environmentNames(): Set<string> {
  const names = new Set([
    ...Object.keys(OTHER_ENV),
    ...Object.keys(PROFILE_ENV),
  ]);
  forEachSetting(SETTINGS, (_, { env }) => {
    if (env) names.add(env);
  });
  return names;
}
