import { defaultConfig } from "../../src/config/draft.ts";
import { MODEL_ENV } from "../../src/config/sections/model_profiles.ts";
import { settingVariables } from "../../src/config/variables.ts";
import { describe } from "../../src/schema/validate.ts";
import { code, table } from "./table.ts";

/** Variables that set no key, and what they do. */
const OTHER_ENV: Readonly<Record<string, string>> = {
  OPENAI_API_KEY:
    "The API key of the answer tools (another name: `openai.api_key_env`).",
  [MODEL_ENV]:
    "The model of all three profiles; a variable of a single profile wins over it.",
  MCP_LINE_MODE: "`1`: answer in lines from the start, whatever comes in.",
  XDG_CONFIG_HOME: "Where the default configuration file is looked for.",
  XDG_CACHE_HOME: "Where indexes of manuals are kept by default.",
  XDG_STATE_HOME: "Where the list of background answers is kept.",
};

/** Every key, with what it takes, its default and what it is for. */
export function settingsTable(): string {
  const defaults = defaultConfig();
  const rows = settingVariables().map(({ name, path, schema }) => {
    const value = path.reduce<unknown>(
      (node, key) => Object(node)[key],
      defaults,
    );
    return [
      code(path.join(".")),
      describe(schema),
      value === undefined ? "" : code(JSON.stringify(value)),
      code(name),
      schema.description ?? "",
    ];
  });
  return table(["Key", "Takes", "Default", "Environment", "Meaning"], rows);
}

/** Every environment variable. */
export function environmentTable(): string {
  const keys = new Map<string, string[]>();
  for (const { name, path } of settingVariables()) {
    keys.set(name, [...keys.get(name) ?? [], code(path.join("."))]);
  }
  const rows = Object.entries(OTHER_ENV)
    .map(([name, meaning]) => [code(name), meaning]);
  for (const [name, paths] of keys) rows.push([code(name), paths.join(", ")]);
  return table(["Variable", "Sets"], rows);
}

/** The name of every variable. */
export function environmentNames(): Set<string> {
  const names = settingVariables().map(({ name }) => name);
  return new Set([...Object.keys(OTHER_ENV), ...names]);
}
