import { BlockScanner } from "./_block_scanner.ts";
import type { Heading } from "./_heading.ts";
import { headingText } from "./_heading_text.ts";
import { readFrontMatter } from "./front_matter.ts";
import type { ParsedFile, Section } from "./section.ts";

/** Where the sections of a text are, before they have titles. */
type Range = Omit<Section, "title">;

/**
 * Splits Markdown into the sections of its headings and the text before them.
 *
 * @param text The file's text, without a byte order mark.
 * @param name Titles a preamble when the front matter has no title.
 */
export function parseMarkdown(text: string, name: string): ParsedFile {
  const front = readFrontMatter(text);
  const from = front?.end ?? 0;
  const firstLine = front?.nextLine ?? 1;
  const scanner = new BlockScanner(text, from, firstLine);
  const { headings, lastLine: total } = scanner.scan();
  const sections: Section[] = [];
  const bodyEnd = headings[0]?.start ?? text.length;
  const blank = isBlank(text, from, bodyEnd);
  if (headings.length === 0 || !blank) {
    const title = front?.title ?? name;
    const lineEnd = headings[0] ? headings[0].line - 1 : total;
    sections.push({
      title,
      ...(front && blank
        ? frontMatterOnly(text, total)
        : preamble(from, firstLine, { end: bodyEnd, lineEnd })),
    });
  }
  addHeadings(sections, headings, { text, total });
  return {
    sections,
    ...(front?.title === undefined ? {} : { title: front.title }),
    ...(front?.description === undefined
      ? {}
      : { description: front.description }),
  };
}

function preamble(
  start: number,
  lineStart: number,
  { end, lineEnd }: { end: number; lineEnd: number },
): Range {
  return {
    level: 0,
    lineStart,
    ownLineEnd: lineEnd,
    lineEnd,
    start,
    ownEnd: end,
    end,
  };
}

/**
 * The one section of a file that has only front matter: nothing of its own to
 * index, but reading it shows what there is.
 */
function frontMatterOnly(text: string, lineEnd: number): Range {
  return {
    level: 0,
    lineStart: 1,
    ownLineEnd: 1,
    lineEnd,
    start: 0,
    ownEnd: 0,
    end: text.length,
  };
}

function addHeadings(
  sections: Section[],
  headings: readonly Heading[],
  { text, total }: { text: string; total: number },
): void {
  // Backwards, so that the end of a range is known from the headings after it:
  // ends[level] is the nearest one at that level or above.
  const ends = new Array<Heading | undefined>(7);
  const ranges: Section[] = [];
  for (let i = headings.length - 1; i >= 0; i--) {
    const heading = headings[i];
    if (heading === undefined) continue;
    const next = headings[i + 1];
    const after = ends[heading.level];
    ranges.push({
      title: headingText(text.slice(heading.textStart, heading.textEnd)),
      level: heading.level,
      lineStart: heading.line,
      ownLineEnd: next ? next.line - 1 : total,
      lineEnd: after ? after.line - 1 : total,
      start: heading.start,
      ownEnd: next?.start ?? text.length,
      end: after?.start ?? text.length,
    });
    ends.fill(heading, heading.level);
  }
  for (const range of ranges.reverse()) sections.push(range);
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 || (code < 9 || code > 13) && code !== 32) return false;
  }
  return true;
}
