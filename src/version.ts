/** The name under which the server presents itself. */
export const NAME = "openai-responses-mcp";

/**
 * The version. It is written out, as importing `deno.json` would cost the start
 * a module; a test holds the two together.
 */
export const VERSION = "0.9.0";

/** The oldest versions that the program is tried on. */
const OLDEST: Readonly<
  Record<string, readonly [major: number, minor: number]>
> = { Deno: [2, 9], Node: [20, 0] };

/** What to install in place of a runtime that is too old: `Node 20.0`. */
export function neededRuntime(runtimeVersion: string): string | undefined {
  const [, name = "", ...numbers] =
    /^(\w+) (\d+)\.(\d+)/.exec(runtimeVersion) ?? [];
  const [major = 0, minor = 0] = numbers.map(Number);
  const [oldest, oldestMinor] = OLDEST[name] ?? [0, 0];
  const isOld = major < oldest || major === oldest && minor < oldestMinor;
  return isOld ? `${name} ${oldest}.${oldestMinor}` : undefined;
}
