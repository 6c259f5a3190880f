import { FORMATS } from "../../src/manuals/formats/formats.ts";
import { normalizeText } from "../../src/manuals/search/local/tokens/fold_text.ts";
import type { Document } from "./collection.ts";

/** A heading that no other section of its collection has. */
export interface UniqueHeading {
  readonly title: string;
  readonly path: string;
  readonly startLine: number;
}

// A shorter one is a word that any section may be about.
const MIN_CHARS = 4;
const MAX_CHARS = 120;
// Nobody asks for template markup.
const MARKUP = /\{\{|\{\/|[<>`]/;

/** The headings that stand once in all documents, in their order. */
export function uniqueHeadings(
  documents: readonly Document[],
): UniqueHeading[] {
  const found = new Map<string, UniqueHeading | "several">();
  for (const { path, text } of documents) {
    const searched = FORMATS.searchText(path, text);
    for (
      const { title, level, startLine } of FORMATS.parse(path, searched)
        .sections
    ) {
      if (level === 0) continue;
      const key = normalizeText(title);
      found.set(key, found.has(key) ? "several" : { title, path, startLine });
    }
  }
  return [...found.values()].filter((heading) =>
    heading !== "several" && heading.title.length >= MIN_CHARS &&
    heading.title.length <= MAX_CHARS && !MARKUP.test(heading.title)
  ) as UniqueHeading[];
}
