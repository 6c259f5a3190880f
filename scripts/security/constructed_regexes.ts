import { pathToFileURL } from "node:url";

/** Expressions that modules construct with `new RegExp`, by file and line. */
export type ConstructedRegexes = ReadonlyMap<string, readonly RegExp[]>;

const SELF = "constructed_regexes.ts";

/**
 * Imports modules while the constructor of regular expressions keeps notes.
 * Modules that were loaded before construct theirs unseen, so this comes first.
 */
export async function importNoting(
  paths: readonly string[],
  base: string,
): Promise<ConstructedRegexes> {
  // Stacks name modules by URL, where a space is "%20".
  const origin = pathToFileURL(base).href;
  const constructed = new Map<string, RegExp[]>();
  const Original = RegExp;
  const note = (args: unknown[]): RegExp => {
    const regex = Reflect.construct(Original, args) as RegExp;
    const caller = new Error().stack?.split("\n")
      .find((line) => line.includes(origin) && !line.includes(SELF)) ?? "";
    const at = caller.indexOf(origin) + origin.length;
    const place = caller.slice(at).split(":").slice(0, 2).join(":");
    constructed.set(place, [...constructed.get(place) ?? [], regex]);
    return regex;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (_target, args) => note(args),
    apply: (_target, _self, args) => note(args),
  });
  try {
    for (const path of paths) await import(new URL(path, origin).href);
  } finally {
    globalThis.RegExp = Original;
  }
  return constructed;
}
