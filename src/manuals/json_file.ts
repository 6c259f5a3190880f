import { countLines } from "./lines.ts";
import type { ParsedFile } from "./section.ts";

/** A JSON file as one section: it has no headings, and is searched as text. */
export function parseJsonFile(text: string, name: string): ParsedFile {
  const lineEnd = countLines(text);
  const end = text.length;
  return {
    sections: [{
      title: name,
      level: 0,
      lineStart: 1,
      ownLineEnd: lineEnd,
      lineEnd,
      start: 0,
      ownEnd: end,
      end,
    }],
  };
}
