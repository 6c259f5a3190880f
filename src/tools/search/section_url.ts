import type { SectionRef } from "../../manuals/library/read.ts";

/** Names a section, in any process over the same manuals. */
export function sectionUrl(
  manual: string,
  path: string,
  line: number,
): string {
  const parts = [manual, ...path.split("/")].map((part) =>
    // Half of a surrogate pair has no encoding.
    encodeURIComponent(part.toWellFormed())
  );
  return `manual://${parts.join("/")}#L${line}`;
}

const SECTION_URL = /^manual:\/\/([^/#]+)\/([^#]+)#L(\d{1,9})$/;

/** What {@linkcode sectionUrl} named; `undefined` for anything else. */
export function readSectionUrl(url: string): Required<SectionRef> | undefined {
  const [, manual, path, line] = SECTION_URL.exec(url) ?? [];
  if (manual === undefined || path === undefined) return undefined;
  try {
    return {
      manual_id: decodeURIComponent(manual),
      path: path.split("/").map(decodeURIComponent).join("/"),
      start_line: Number(line),
    };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
