import { loadYamlReader } from "../lazy.ts";
import { isObject } from "../schema/value.ts";
import { joinPath } from "../text/path.ts";
import { redact } from "../text/redact.ts";
import { show } from "../text/show.ts";
import { FileError, type Runtime } from "../runtime/runtime.ts";
import { ConfigError, Draft } from "./draft.ts";
import { readEnv, setDebugFile, setProfile } from "./read_env.ts";
import type { Config } from "./schema.ts";
import { MODEL_ENV } from "./sections/model_profiles.ts";
import { headerValues } from "./sections/openai.ts";
import { LINE_MODE_ENV } from "./sections/server.ts";
import { defaultConfigPath, resolveHere } from "./paths.ts";
import { unknownVariables } from "./variables.ts";

/** What `--http` says of where to listen. */
export interface HttpFlag {
  /** Instead of `http.host`. */
  readonly host?: string;
  /** Instead of `http.port`. */
  readonly port?: number;
}

/** What the command line says of the configuration. */
export interface ConfigFlags {
  /** `--config`: must exist. */
  readonly config?: string;
  /** `--model`: the model of the answer profile. */
  readonly model?: string;
  /** `--debug [path]`: on, with a mirror file if it is a string. */
  readonly debug?: true | string;
  /** `--http [[host:]port]`. */
  readonly http?: HttpFlag;
}

/** Where the values came from. */
export interface ConfigSources {
  /** Always: every value that nothing else sets is a default. */
  readonly ts_defaults: true;
  /** The YAML file that was read. */
  readonly yaml?: string;
  /** Variables that took effect. */
  readonly env: readonly string[];
  /** Flags that took effect. */
  readonly cli: readonly string[];
  /** The source of each key that is not a default. */
  readonly keys: Readonly<Record<string, string>>;
}

/** A configuration and how it came about. */
export interface LoadedConfig {
  /** The configuration, complete and valid. */
  readonly config: Config;
  /** Where its values came from. */
  readonly sources: ConfigSources;
  /** Things to tell the user once. */
  readonly warnings: readonly string[];
}

/** What loading a configuration needs from the machine. */
export type ConfigRuntime = Pick<
  Runtime,
  "os" | "env" | "envNames" | "cwd" | "files"
>;

/**
 * Puts the configuration together: flags over environment over YAML over
 * defaults.
 *
 * @throws {ConfigError} naming every value that cannot be used and its source.
 */
export async function loadConfig(
  runtime: ConfigRuntime,
  flags: ConfigFlags = {},
): Promise<LoadedConfig> {
  const draft = new Draft();
  const yaml = findYaml(draft, flags.config, runtime);
  // Loaded only for a file that is there: the parser costs more than the start.
  if (yaml !== undefined) {
    const { readYaml } = await loadYamlReader();
    readYaml(draft, yaml, runtime);
  }
  const copies = readEnv(draft, runtime);
  readFlags(draft, flags, runtime);
  dropEmptyProfile(draft, "answer");
  for (const part of copies) setProfile(draft, part);
  dropEmptyProfile(draft, "answer_detailed");
  dropEmptyProfile(draft, "answer_quick");
  spreadMaxCitations(draft);
  checkTogether(draft, yaml, runtime);
  checkEngine(draft, yaml);
  checkManualNames(draft, yaml, runtime);
  draft.warnings.push(...unknownVariables(namesOf(runtime)));
  const config = draft.finish();
  return {
    config,
    sources: sourcesOf(draft, config, yaml, runtime),
    warnings: draft.warnings.map((warning) => redact(warning, [])),
  };
}

function findYaml(
  draft: Draft,
  given: string | undefined,
  runtime: ConfigRuntime,
): string | undefined {
  const path = given === undefined
    ? defaultConfigPath(runtime)
    : resolveHere(given, runtime);
  if (path === undefined) return undefined;
  try {
    if (runtime.files.statSync(path)) return path;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const problem = `cannot read ${path}: ${error.message}`;
    if (given !== undefined) throw new ConfigError([problem]);
    // Least permissions need not include a file that nobody named.
    draft.warnings.push(`${problem}; going on without it`);
    return undefined;
  }
  if (given === undefined) return undefined;
  throw new ConfigError([
    `--config ${given} does not exist; give the path of a YAML file, or leave the option out`,
  ]);
}

function readFlags(
  draft: Draft,
  flags: ConfigFlags,
  runtime: ConfigRuntime,
): void {
  const { model, debug, http } = flags;
  for (const [key, value] of Object.entries(http ?? {})) {
    draft.set(["http", key], value, "cli:--http");
  }
  if (model !== undefined) {
    const source = "cli:--model";
    const part = { profile: "answer", key: "model", value: model, source };
    setProfile(draft, part);
  }
  if (typeof debug === "string") {
    const path = resolveHere(debug, runtime);
    setDebugFile(draft, path, "cli:--debug");
  } else if (debug) {
    draft.set(["server", "debug"], true, "cli:--debug");
  }
}

/** The names of variables that are set; an empty one counts as unset. */
function namesOf(runtime: ConfigRuntime): string[] {
  return runtime.envNames()?.filter((name) => runtime.env(name)) ?? [];
}

/** A YAML without the profile, and variables for a part of it, make no whole. */
function dropEmptyProfile(draft: Draft, profile: string): void {
  const path = ["model_profiles", profile];
  if (draft.get(path) === undefined) return;
  if (draft.get([...path, "model"]) !== undefined) return;
  const names = draft.remove(path)
    .map((source) => source.replace(/^env:/, "")).join(", ");
  draft.warnings.push(
    `ignored ${names}: model_profiles.${profile} has no model; give it one in YAML, or set ${MODEL_ENV}`,
  );
}

/**
 * A cap that was set for all tools wins over the one that `answer_detailed` has
 * of its own, in its profile or in the one that stands in for it.
 */
function spreadMaxCitations(draft: Draft): void {
  const global = ["policy", "max_citations"];
  const source = draft.keys.get(global.join("."));
  const profile = ["answer_detailed", "answer"]
    .map((name) => ["model_profiles", name])
    .find((path) => draft.get(path) !== undefined);
  if (source === undefined || !profile) return;
  const cap = [...profile, "max_citations"];
  const isSet = draft.keys.has("model_profiles") ||
    draft.keys.has(cap.join("."));
  if (isSet && draft.get(cap) !== undefined) return;
  draft.set(cap, draft.get(global), source);
}

/** What can only be checked over several keys, or must not be shown. */
function checkTogether(
  draft: Draft,
  yaml: string | undefined,
  runtime: ConfigRuntime,
): void {
  const source = ["policy", "system", "source"];
  const path = ["policy", "system", "path"];
  const fromFile = draft.get(source) === "file";
  const hasPath = draft.get(path) !== null;
  if (fromFile && !hasPath) {
    draft.problems.push(
      `${
        nameOf(source, draft, yaml)
      } is file, but policy.system.path is not set: give the path of your policy`,
    );
  } else if (hasPath && !fromFile) {
    draft.warnings.push(
      `${
        nameOf(path, draft, yaml)
      } has no effect while policy.system.source is builtin: set that to file`,
    );
  }
  const baseUrl = ["openai", "base_url"];
  // It is shown in errors and by --show-config, and fetch refuses it anyway.
  if (/^https?:\/\/[^/?#]*@/i.test(String(draft.get(baseUrl)))) {
    draft.problems.push(
      `${
        nameOf(baseUrl, draft, yaml)
      } holds a user name or a password: keys are read from the environment only (openai.api_key_env names the variable)`,
    );
  }
  const headers = ["openai", "headers"];
  const templates = draft.get(headers) as Config["openai"]["headers"];
  for (const problem of headerValues(templates, runtime.env).problems) {
    draft.problems.push(`${nameOf(headers, draft, yaml)}: ${problem}`);
  }
}

/** Manuals are files here, or published elsewhere. */
function checkEngine(draft: Draft, yaml: string | undefined): void {
  const name = (key: string): string => nameOf(["manuals", key], draft, yaml);
  if (draft.get(["manuals", "engine"]) === null) return;
  for (const key of ["root", "paths"]) {
    if (!draft.keys.has(`manuals.${key}`)) continue;
    draft.problems.push(`${name(key)} and ${name("engine")}: set only one`);
  }
}

/** A manual of a name of its own may not hide one of the root. */
function checkManualNames(
  draft: Draft,
  yaml: string | undefined,
  { files }: ConfigRuntime,
): void {
  const root = draft.get(["manuals", "root"]);
  const key = ["manuals", "paths"];
  const paths = draft.get(key);
  if (typeof root !== "string" || !isObject(paths)) return;
  for (const [name, path] of Object.entries(paths)) {
    const inRoot = joinPath(root, name);
    if (!isDirectory(files, inRoot)) continue;
    draft.problems.push(
      `${nameOf(key, draft, yaml)}: ${
        show(name)
      } is ${path}, and ${inRoot} is a manual of that name in manuals.root: rename one of them`,
    );
  }
}

function isDirectory(files: ConfigRuntime["files"], path: string): boolean {
  try {
    return files.statSync(path)?.kind === "dir";
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

/** A key by what set it. */
function nameOf(
  path: readonly string[],
  draft: Draft,
  yaml: string | undefined,
): string {
  const key = path.join(".");
  const source = draft.keys.get(key) ?? "";
  if (source.startsWith("env:")) return source.slice("env:".length);
  return source.startsWith("yaml:")
    ? `${yaml}${source.slice("yaml".length)}: ${key}`
    : key;
}

function sourcesOf(
  draft: Draft,
  config: Config,
  yaml: string | undefined,
  runtime: ConfigRuntime,
): ConfigSources {
  const used = [...new Set(draft.keys.values())];
  const of = (kind: string): string[] =>
    used.filter((source) => source.startsWith(kind))
      .map((source) => source.slice(kind.length));
  const env = of("env:");
  // Neither is a key, but both take effect.
  if (runtime.env(config.openai.api_key_env)) {
    env.push(config.openai.api_key_env);
  }
  if (runtime.env(LINE_MODE_ENV) === "1") env.push(LINE_MODE_ENV);
  return {
    ts_defaults: true,
    ...yaml !== undefined && { yaml },
    env,
    cli: of("cli:"),
    keys: Object.fromEntries(draft.keys),
  };
}
