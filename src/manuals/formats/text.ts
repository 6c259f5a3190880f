import type { Format } from "./format.ts";
import type { ParsedFile } from "./section.ts";

/** Plain text: each file is one section. */
export const TEXT: Format = {
  name: "text",
  type: "txt",
  endings: [".txt"],
  hasSections: true,
  parse: parseWhole,
};

/** Makes a whole file one section, which is called as the file is. */
export function parseWhole(text: string, name: string): ParsedFile {
  const { length: end } = text;
  const section = {
    title: name,
    level: 0,
    startLine: 1,
    start: 0,
    bodyStart: 0,
  };
  return { sections: [{ ...section, ownEnd: end, end }] };
}
