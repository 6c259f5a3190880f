import { fileTypeOf } from "../file_type.ts";
import { parseJsonFile } from "./json_file.ts";
import { parseMarkdown } from "./markdown.ts";
import type { ParsedFile } from "./section.ts";

/** Splits a file's text into its sections, by the kind that its path tells. */
export function parseFile(path: string, text: string): ParsedFile {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return fileTypeOf(path) === "json"
    ? parseJsonFile(text, name)
    : parseMarkdown(text, name.replace(/\.md$/i, ""));
}
