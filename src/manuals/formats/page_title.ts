import type { ParsedFile } from "./section.ts";

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
