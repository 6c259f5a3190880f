import type { Runtime } from "../runtime/runtime.ts";
import { isObject } from "../schema/value.ts";
import { hasScheme, isAbsolute, joinPath } from "../text/path.ts";
import { show } from "../text/show.ts";
import { NAME } from "../version.ts";
import { ConfigError } from "./draft.ts";
import type { Setting } from "./setting.ts";

/** What is needed to find a user's directories. */
export type UserRuntime = Pick<Runtime, "os" | "env">;

/** What is needed to resolve a path against the working directory. */
export type PathRuntime = UserRuntime & Pick<Runtime, "cwd">;

/**
 * Expands `~` and makes a path absolute, relative to `base`, which is asked for
 * only then: a working directory that was deleted has no name.
 */
export function resolvePath(
  path: string,
  base: () => string,
  runtime: UserRuntime,
): string {
  const home = /^~(?=$|[/\\])/.test(path) ? homeDirectory(runtime) : undefined;
  if (home !== undefined) return home + path.slice(1);
  if (isAbsolute(path)) return path;
  return joinPath(base(), path.replace(/^\.[/\\]/, ""));
}

/**
 * Expands `~` and makes a path absolute, relative to the working directory.
 *
 * @throws {ConfigError} when the path needs that directory, and it is gone
 */
export function resolveHere(path: string, runtime: PathRuntime): string {
  return resolvePath(path, () => {
    try {
      return runtime.cwd();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError([
        `${
          show(path)
        } is relative to the working directory, which is unknown (${reason}): give an absolute path`,
      ]);
    }
  }, runtime);
}

/** Resolves what a setting holds: a path, some by name, or some members. */
export function eachPath(
  value: unknown,
  which: NonNullable<Setting["path"]>,
  resolve: (path: string) => string,
): unknown {
  if (typeof value === "string") return resolve(value);
  if (!isObject(value)) return value;
  const isPath = (name: string, given: unknown): given is string =>
    typeof given === "string" &&
    (which === true || which.includes(name) && !hasScheme(given));
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => [
      name,
      isPath(name, given) ? resolve(given) : given,
    ]),
  );
}

/** The user's home directory, if the environment tells it. */
function homeDirectory({ os, env }: UserRuntime): string | undefined {
  return env(os === "windows" ? "USERPROFILE" : "HOME") || undefined;
}

// Variables of Windows and XDG; directories below the home, and on macOS.
const USER_DIRECTORIES = {
  config: ["APPDATA", "XDG_CONFIG_HOME", ".config", ".config"],
  cache: ["LOCALAPPDATA", "XDG_CACHE_HOME", ".cache", "Library/Caches"],
  state: [
    "LOCALAPPDATA",
    "XDG_STATE_HOME",
    ".local/state",
    "Library/Application Support",
  ],
} as const;

/** Where the system keeps a user's files of a kind. */
function userDirectory(
  runtime: UserRuntime,
  kind: keyof typeof USER_DIRECTORIES,
): string | undefined {
  const { os, env } = runtime;
  const [windows, xdg, below, onMac] = USER_DIRECTORIES[kind];
  if (os === "windows") return env(windows) || undefined;
  const home = homeDirectory(runtime);
  if (os === "darwin" && kind === "cache" && home) return joinPath(home, onMac);
  // The XDG specification says to ignore relative paths.
  const named = env(xdg);
  if (named?.startsWith("/")) return named;
  return home && joinPath(home, os === "darwin" ? onMac : below);
}

/** Where the configuration is looked for when no path is given. */
export function defaultConfigPath(runtime: UserRuntime): string | undefined {
  const directory = userDirectory(runtime, "config");
  return directory && joinPath(directory, `${NAME}/config.yaml`);
}

/** Where the ledger of background answers is kept. */
export function stateDirectory(runtime: UserRuntime): string | undefined {
  const directory = userDirectory(runtime, "state");
  return directory && joinPath(directory, NAME);
}

/** Where indexes are kept when no directory is configured. */
export function defaultCacheDirectory(
  runtime: UserRuntime,
): string | undefined {
  const directory = userDirectory(runtime, "cache");
  return directory && joinPath(directory, NAME);
}
