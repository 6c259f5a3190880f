import type { Section } from "./section.ts";

/** A heading of any format, with its title as it is shown. */
export type TitledHeading = Pick<
  Section,
  "title" | "level" | "startLine" | "start" | "bodyStart" | "id"
>;

/** What stands before the first heading. */
export interface Preamble {
  /** What it is called: it has no heading. */
  readonly title: string;
  /** Where it starts: after what a file says of itself. */
  readonly start: number;
  readonly startLine: number;
}

/**
 * Cuts a text at its headings. What stands before the first one is a section of
 * its own, unless it is blank; so is a text without headings.
 */
export function cutSections(
  text: string,
  headings: readonly TitledHeading[],
  preamble: Preamble,
): Section[] {
  const sections: Section[] = [];
  const { title, start, startLine } = preamble;
  const end = headings[0]?.start ?? text.length;
  const blank = isBlank(text, start, end);
  if (headings.length === 0 || !blank) {
    sections.push(
      start > 0 && blank
        // Nothing of its own to index, but reading it shows what there is.
        ? {
          ...{ title, level: 0, startLine: 1, start: 0, bodyStart: 0 },
          ...{ ownEnd: 0, end: text.length },
        }
        : {
          ...{ title, level: 0, startLine, start, bodyStart: start },
          ...{ ownEnd: end, end },
        },
    );
  }
  addHeadings(sections, headings, text.length);
  return sections;
}

function addHeadings(
  sections: Section[],
  headings: readonly TitledHeading[],
  length: number,
): void {
  // Backwards, so that the end of a range is known from the headings after it:
  // ends[level] is where the nearest one at that level or above starts.
  const ends: number[] = [];
  const found: Section[] = [];
  let ownEnd = length;
  for (let i = headings.length - 1; i >= 0; i--) {
    const heading = headings[i];
    if (heading === undefined) continue;
    const { level, start } = heading;
    while (ends.length <= level) ends.push(ends.at(-1) ?? length);
    found.push({ ...heading, ownEnd, end: ends[level] ?? length });
    ends.length = level;
    ends.push(start);
    ownEnd = start;
  }
  for (const section of found.reverse()) sections.push(section);
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && (code < 9 || code > 13)) return false;
  }
  return true;
}

/** A file's name without its ending. */
export function bareName(name: string): string {
  return name.replace(/\.[^.]*$/, "");
}
