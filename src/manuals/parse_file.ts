import { parseJsonFile } from "./json_file.ts";
import { parseMarkdown } from "./markdown.ts";
import type { ParsedFile } from "./section.ts";

/** The kinds of files that belong to a manual. */
export type FileType = "md" | "json";

/** A file's kind by its name; `undefined` for one that is no manual's. */
export function fileTypeOf(path: string): FileType | undefined {
  const ending = /\.(md|json)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === "md" || ending === "json" ? ending : undefined;
}

/** Splits a file's text into its sections, by the kind that its path tells. */
export function parseFile(path: string, text: string): ParsedFile {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return fileTypeOf(path) === "json"
    ? parseJsonFile(text, name)
    : parseMarkdown(text, name.replace(/\.md$/i, ""));
}
