/**
 * What a manual's file is cut into. A format produces it; the index and the
 * reading tools consume it.
 *
 * @module
 */

/** One heading with its text, or the text before the first heading. */
export interface Section {
  /** The heading's text; the file's title or name for a preamble. */
  readonly title: string;
  /** From 1; 0 for what has no heading: a preamble, a whole file. */
  readonly level: number;
  /** First line, counted from 1: the heading's first text line. */
  readonly startLine: number;
  /** Offset of `startLine` in UTF-16 units from the start of the text. */
  readonly start: number;
  /** Offset after its heading, where its own text begins. */
  readonly bodyStart: number;
  /** Offset after its own text, before the next heading of any level. */
  readonly ownEnd: number;
  /** Offset after its whole range, subsections included. */
  readonly end: number;
  /** The name that its author gave it for links, where there is one. */
  readonly id?: string;
}

/** A link inside a manual. */
export interface Link {
  /** What it says, without markup. */
  readonly text: string;
  /** Where it leads, as it is written: a path, `#` and a section, or both. */
  readonly target: string;
}

/** A file's sections, in order. */
export interface ParsedFile {
  /** One at least. */
  readonly sections: readonly Section[];
  /** `title` of the front matter, which titles the first section. */
  readonly title?: string;
  /** `description` of the front matter, indexed as body text. */
  readonly description?: string;
}

/** What a file calls itself: by its front matter, or by its first heading. */
export function pageTitle(
  { title, sections: [first, second] }: ParsedFile,
): string {
  // Badges may stand above the heading, as a preamble with the file's name.
  const below = first?.level === 0 && second?.level === 1 ? second : first;
  return title ?? below?.title ?? "";
}

/** A section with its page: `Page › Heading`, or one of them if they agree. */
export function breadcrumb(page: string, title: string): string {
  if (page === "" || page === title) return title;
  return title === "" ? page : `${page} › ${title}`;
}
