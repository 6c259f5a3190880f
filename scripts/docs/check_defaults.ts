import { forEachSetting } from "../../src/config/draft.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import type { Page } from "./pages.ts";

/**
 * Defaults that a page states otherwise than the source has them. A page states
 * one by putting it in brackets after the key: `key` (5, …), `key` (x by
 * default).
 */
export function defaultProblems(pages: readonly Page[]): string[] {
  const defaults = new Map<string, string>();
  forEachSetting(SETTINGS, (path, setting) => {
    defaults.set(path.join("."), String(setting.default));
  });
  return pages.flatMap(({ path, text }) => {
    const stated = text.matchAll(
      /`([a-z_.]+)`\s+\((?:(\d+)\b|(\S+)\s+by\s+default)/g,
    );
    return [...stated].flatMap(([, key = "", number, word]) => {
      const wanted = defaults.get(key);
      const got = number ?? word;
      return wanted === undefined || wanted === got
        ? []
        : [`${path}: ${key} is ${wanted} by default, not ${got}`];
    });
  });
}
