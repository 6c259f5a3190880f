import { isObject } from "../../schema/value.ts";

/** Puts fields over those of an object; objects merge, all else is replaced. */
export function mergeFields<T extends object>(
  base: T,
  over: Readonly<Record<string, unknown>>,
): T {
  const own = base as Readonly<Record<string, unknown>>;
  const merged = Object.entries(over).map(([name, value]) => {
    const before = Object.hasOwn(own, name) ? own[name] : undefined;
    const both = isObject(before) && isObject(value);
    return [name, both ? mergeFields(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}
