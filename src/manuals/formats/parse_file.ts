import { fileTypeOf } from "./file_type.ts";
import { parseJsonFile, unescapeJson } from "./json_file.ts";
import { parseMarkdown } from "./markdown.ts";
import type { ParsedFile } from "./section.ts";

/** Splits a file's text into its sections, by the kind that its path tells. */
export function parseFile(path: string, text: string): ParsedFile {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return fileTypeOf(path) === "json"
    ? parseJsonFile(text, name)
    : parseMarkdown(text, name.replace(/\.md$/i, ""));
}

/** The text that a file is searched by, from the text that it is read by. */
export function searchText(path: string, text: string): string {
  return fileTypeOf(path) === "json" ? unescapeJson(text) : text;
}
