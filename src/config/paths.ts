import type { Runtime } from "../runtime/runtime.ts";
import { NAME } from "../version.ts";

/** What is needed to find a user's directories. */
export type PathRuntime = Pick<Runtime, "os" | "env" | "cwd">;

/** Tells whether a path stands for itself wherever it is used. */
export function isAbsolute(path: string): boolean {
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** Joins two paths; the second must be relative. */
export function joinPath(base: string, rest: string): string {
  return /[/\\]$/.test(base) ? base + rest : `${base}/${rest}`;
}

/** The directory that a file is in. */
export function directoryOf(path: string): string {
  const cut = path.replace(/[/\\]+[^/\\]*$/, "");
  return cut === "" ? "/" : cut === path ? "." : cut;
}

/** The user's home directory, if the environment tells it. */
export function homeDirectory(runtime: PathRuntime): string | undefined {
  const name = runtime.os === "windows" ? "USERPROFILE" : "HOME";
  return runtime.env(name) || undefined;
}

/** Expands `~` and makes a path absolute, relative to `base`. */
export function resolvePath(
  path: string,
  base: string,
  runtime: PathRuntime,
): string {
  const home = /^~(?=$|[/\\])/.test(path) ? homeDirectory(runtime) : undefined;
  if (home !== undefined) return home + path.slice(1);
  return isAbsolute(path) ? path : joinPath(base, path.replace(/^\.[/\\]/, ""));
}

/** Where the configuration is looked for when no path is given. */
export function defaultConfigPath(runtime: PathRuntime): string | undefined {
  const directory = userDirectory(runtime, "APPDATA", [
    "XDG_CONFIG_HOME",
    ".config",
  ]);
  return directory && joinPath(directory, `${NAME}/config.yaml`);
}

/** Where indexes are kept when no directory is configured. */
export function defaultCacheDirectory(
  runtime: PathRuntime,
): string | undefined {
  const home = homeDirectory(runtime);
  if (runtime.os === "darwin" && home) {
    return joinPath(home, `Library/Caches/${NAME}`);
  }
  const directory = userDirectory(runtime, "LOCALAPPDATA", [
    "XDG_CACHE_HOME",
    ".cache",
  ]);
  return directory && joinPath(directory, NAME);
}

function userDirectory(
  runtime: PathRuntime,
  windows: string,
  [variable, folder]: [string, string],
): string | undefined {
  if (runtime.os === "windows") return runtime.env(windows) || undefined;
  const named = runtime.env(variable);
  // The XDG specification says to ignore relative paths.
  if (named && isAbsolute(named)) return named;
  const home = homeDirectory(runtime);
  return home && joinPath(home, folder);
}
