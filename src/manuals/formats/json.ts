import { parseWhole } from "./text.ts";
import type { Format } from "./format.ts";

/** JSON: each file is one section, and is searched as text. */
export const JSON_FORMAT: Format = {
  name: "JSON",
  type: "json",
  endings: [".json"],
  hasSections: false,
  parse: parseWhole,
  searchText: unescapeJson,
};

const ESCAPE = /\\(?:u([0-9a-f]{4})|([^u]))/gi;
const CONTROLS: Readonly<Record<string, string>> = {
  b: " ",
  f: " ",
  n: "\n",
  r: "\n",
  t: "\t",
};

/**
 * A JSON text with its escapes replaced by what they stand for: many programs
 * write no other character than ASCII, and `\nrestart` is no word.
 */
function unescapeJson(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    ESCAPE,
    (_, unit: string | undefined, char: string) =>
      unit === undefined
        ? CONTROLS[char] ?? char
        : String.fromCharCode(parseInt(unit, 16)),
  );
}
