import type { ParsedFile } from "./section.ts";

/** A JSON file as one section: it has no headings, and is searched as text. */
export function parseJsonFile(text: string, name: string): ParsedFile {
  const { length: end } = text;
  const section = { title: name, level: 0, lineStart: 1, start: 0 };
  return { sections: [{ ...section, ownEnd: end, end }] };
}

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
export function unescapeJson(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    ESCAPE,
    (_, unit: string | undefined, char: string) =>
      unit === undefined
        ? CONTROLS[char] ?? char
        : String.fromCharCode(parseInt(unit, 16)),
  );
}
