/**
 * What the server must know before its first answer: the settings of its own,
 * and whether anything is configured at all. Most clients configure nothing but
 * a key, and all other settings are then read when the tools are.
 *
 * @module
 */
import { joinPath, userDirectory } from "../runtime/runtime.ts";
import type { Runtime, UserRuntime } from "../runtime/runtime.ts";
import { NAME } from "../version.ts";
import { API_KEY_ENV } from "./sections/openai.ts";
import {
  isKnownLineMode,
  LINE_MODE_ENV,
  SERVER_SETTINGS,
} from "./sections/server.ts";
import type { ConfigOf } from "./setting.ts";

/** The part of the configuration that a server uses itself. */
export interface ServerConfig {
  /** The settings of the server. */
  readonly server: ConfigOf<typeof SERVER_SETTINGS>;
  /** The manual tools are there if there is a root. */
  readonly manuals: { readonly root: string | null };
}

/** What looking for a configuration needs from the machine. */
export type StartRuntime =
  & UserRuntime
  & Pick<Runtime, "envNames">
  & { readonly files: Pick<Runtime["files"], "statSync"> };

/** How names begin that may set something; a test holds it to all settings. */
const PREFIXES = [
  "ANSWER_",
  "DEBUG",
  "LEXICAL_",
  "MANUAL_",
  "MAX_",
  "MODEL_",
  "OPENAI_",
  "REQUERY_",
  "SCAN_",
  "SEARCH_",
  "SEM_",
  "TRACE_",
];

/** One name too many only costs the time to look closer. */
function mayConfigure(name: string): boolean {
  const upper = name.toUpperCase();
  return upper !== API_KEY_ENV && PREFIXES.some((p) => upper.startsWith(p));
}

/**
 * The configuration of a machine on which nothing is configured, the manuals'
 * root aside: known without the table of settings and all that reads it.
 * `undefined` if there may be more to it.
 */
export function plainConfig(runtime: StartRuntime): ServerConfig | undefined {
  const names = runtime.envNames();
  if (!names || names.some(mayConfigure)) return undefined;
  if (!isKnownLineMode(runtime.env(LINE_MODE_ENV))) return undefined;
  const root = runtime.env("MANUALS_ROOT") || null;
  // What is no path from the root has to be resolved.
  if (root !== null && !root.startsWith("/")) return undefined;
  const file = defaultConfigPath(runtime);
  if (file !== undefined && !isMissing(file, runtime)) return undefined;
  return { server: serverDefaults(), manuals: { root } };
}

/** Where the configuration is looked for when no path is given. */
export function defaultConfigPath(runtime: UserRuntime): string | undefined {
  const directory = userDirectory(runtime, "config");
  return directory && joinPath(directory, `${NAME}/config.yaml`);
}

function isMissing(path: string, { files }: StartRuntime): boolean {
  try {
    return files.statSync(path) === undefined;
  } catch {
    // Whoever looks closer finds out, and tells of it.
    return false;
  }
}

function serverDefaults(): ServerConfig["server"] {
  const defaults = Object.entries(SERVER_SETTINGS)
    .map(([name, setting]) => [name, setting.default]);
  return Object.fromEntries(defaults);
}
