import type { ParsedFile } from "./section.ts";

/** A JSON file as one section: it has no headings, and is searched as text. */
export function parseJsonFile(text: string, name: string): ParsedFile {
  const { length: end } = text;
  const section = { title: name, level: 0, lineStart: 1, start: 0 };
  return { sections: [{ ...section, ownEnd: end, end }] };
}
