/**
 * Packages that are no dependency of ours: who wants what they do installs them.
 *
 * @module
 */

/**
 * Loads a package from a directory; `undefined` where it is not installed.
 *
 * @param directory Its path or its address.
 * @param defaults What the package is to find in the environment, where nobody
 * has said anything else.
 */
export function requirePackage(
  directory: string,
  name: string,
  defaults: Readonly<Record<string, string>> = {},
): unknown {
  const { env } = globalThis.process;
  for (const [key, value] of Object.entries(defaults)) env[key] ??= value;
  try {
    return requireIn(directory)(name);
  } catch (error) {
    // What the package itself requires is another matter.
    const isMissing = error instanceof Error && "code" in error &&
      error.code === "MODULE_NOT_FOUND" && error.message.includes(`'${name}'`);
    if (isMissing) return undefined;
    throw error;
  }
}

/** The version of a package that is there and lies in its `dist`. */
export function packageVersion(directory: string, name: string): string {
  const main = requireIn(directory).resolve(name);
  return createRequireAt(main)("../package.json").version;
}

function requireIn(directory: string): Require {
  return createRequireAt(`${directory.replace(/[/\\]$/, "")}/package.json`);
}

function createRequireAt(file: string): Require {
  return globalThis.process.getBuiltinModule("node:module").createRequire(file);
}

type Require = NodeJS.Require;

/**
 * The address of this program's directory, beside which packages may be
 * installed; empty where that is not on this machine. No path: what stands in an
 * address is one on Windows only without its first slash.
 */
export function programDirectory(): string {
  const { protocol, href } = new URL(".", import.meta.url);
  return protocol === "file:" ? href : "";
}
