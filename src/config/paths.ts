import {
  homeDirectory,
  joinPath,
  type Runtime,
  userDirectory,
  type UserRuntime,
} from "../runtime/runtime.ts";
import { NAME } from "../version.ts";

/** What is needed to resolve a path against the working directory. */
export type PathRuntime = UserRuntime & Pick<Runtime, "cwd">;

/** Tells whether a path stands for itself wherever it is used. */
function isAbsolute(path: string): boolean {
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** The directory that a file is in. */
export function directoryOf(path: string): string {
  const cut = path.replace(/[/\\]+[^/\\]*$/, "");
  return cut === "" ? "/" : cut === path ? "." : cut;
}

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

/** Where the configuration is looked for when no path is given. */
export function defaultConfigPath(runtime: UserRuntime): string | undefined {
  const directory = userDirectory(runtime, "config");
  return directory && joinPath(directory, `${NAME}/config.yaml`);
}

/** Where indexes are kept when no directory is configured. */
export function defaultCacheDirectory(
  runtime: UserRuntime,
): string | undefined {
  const directory = userDirectory(runtime, "cache");
  return directory && joinPath(directory, NAME);
}
