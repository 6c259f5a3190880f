import { BlockScanner } from "./_block_scanner.ts";
import { bodyStart } from "./_body_start.ts";
import type { Heading } from "./_heading.ts";
import { headingText } from "./_heading_text.ts";
import type { Format } from "./format.ts";
import { readFrontMatter } from "./front_matter.ts";
import type { ParsedFile, Section } from "./section.ts";

/** Markdown as CommonMark has it, with front matter. */
export const MARKDOWN: Format = {
  name: "Markdown",
  type: "md",
  endings: [".md"],
  hasSections: true,
  parse: (text, name) => parseMarkdown(text, name.replace(/\.[^.]*$/, "")),
};

/**
 * Splits Markdown into the sections of its headings and the text before them.
 *
 * @param text The file's text, without a byte order mark.
 * @param name Titles a preamble when the front matter has no title.
 */
function parseMarkdown(text: string, name: string): ParsedFile {
  const front = readFrontMatter(text);
  const from = front?.end ?? 0;
  const firstLine = front?.nextLine ?? 1;
  const headings = new BlockScanner(text, from, firstLine).scan();
  const sections: Section[] = [];
  const bodyEnd = headings[0]?.start ?? text.length;
  const blank = isBlank(text, from, bodyEnd);
  if (headings.length === 0 || !blank) {
    const preamble = { title: front?.title ?? name, level: 0 };
    sections.push(
      front && blank
        // Nothing of its own to index, but reading it shows what there is.
        ? {
          ...preamble,
          startLine: 1,
          start: 0,
          bodyStart: 0,
          ownEnd: 0,
          end: text.length,
        }
        : {
          ...preamble,
          startLine: firstLine,
          start: from,
          bodyStart: from,
          ownEnd: bodyEnd,
          end: bodyEnd,
        },
    );
  }
  addHeadings(sections, headings, text);
  return {
    sections,
    ...(front?.title === undefined ? {} : { title: front.title }),
    ...(front?.description === undefined
      ? {}
      : { description: front.description }),
  };
}

function addHeadings(
  sections: Section[],
  headings: readonly Heading[],
  text: string,
): void {
  // Backwards, so that the end of a range is known from the headings after it:
  // ends[level] is where the nearest one at that level or above starts.
  const ends = new Array<number>(7).fill(text.length);
  const found: Section[] = [];
  let ownEnd = text.length;
  for (let i = headings.length - 1; i >= 0; i--) {
    const heading = headings[i];
    if (heading === undefined) continue;
    const { level, line, start } = heading;
    found.push({
      title: headingText(text.slice(heading.textStart, heading.textEnd)),
      level,
      startLine: line,
      start,
      bodyStart: bodyStart(text, start, ownEnd),
      ownEnd,
      end: ends[level] ?? text.length,
    });
    ends.fill(start, level);
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
