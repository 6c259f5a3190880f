import { BlockScanner } from "./_block_scanner.ts";
import { bareName, cutSections } from "./_cut_sections.ts";
import type { Heading } from "./_blocks.ts";
import { headingText } from "./_heading_text.ts";
import { markdownLinks } from "./_links.ts";
import { withoutTemplateMarkup } from "./_template_markup.ts";
import type { Format } from "./format.ts";
import { readFrontMatter } from "./front_matter.ts";
import type { ParsedFile } from "./section.ts";

const ATX = /^ {0,3}#/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const LINE_END = /\r\n?|\n/g;
// `## Title {#id}`
const ID = /\{:?[ \t]*#([^\s{}]+)/;

/** Markdown as CommonMark has it, or as MDX has it, with front matter. */
export const MARKDOWN: Format = {
  name: "Markdown",
  type: "md",
  endings: [".md", ".markdown", ".mdx"],
  hasSections: true,
  parse: (text, name) =>
    parseMarkdown(
      text,
      bareName(name),
      /\.mdx$/i.test(name) ? "mdx" : "commonmark",
    ),
  links: markdownLinks,
};

/**
 * Splits Markdown into the sections of its headings and the text before them.
 *
 * @param text The file's text, without a byte order mark.
 * @param name Titles a preamble when the front matter has no title.
 */
function parseMarkdown(
  text: string,
  name: string,
  flavour: "commonmark" | "mdx",
): ParsedFile {
  const front = readFrontMatter(text);
  const start = front?.end ?? 0;
  const startLine = front?.nextLine ?? 1;
  const found = new BlockScanner(text, start, startLine, flavour).scan();
  const title = front?.title === undefined
    ? undefined
    : withoutTemplateMarkup(front.title);
  const headings = found.map((heading, i) =>
    titled(text, heading, found[i + 1]?.start ?? text.length)
  );
  return {
    sections: cutSections(text, headings, {
      title: title ?? name,
      start,
      startLine,
    }),
    ...title !== undefined && { title },
    ...front?.description !== undefined && { description: front.description },
  };
}

function titled(text: string, heading: Heading, end: number) {
  const { level, line: startLine, start, textStart, textEnd } = heading;
  const source = text.slice(textStart, textEnd);
  const title = headingText(source);
  const after = bodyStart(text, start, end);
  const id = source.includes("{") ? ID.exec(source)?.[1] : undefined;
  return {
    ...{ title, level, startLine, start, bodyStart: after },
    ...id !== undefined && { id },
  };
}

/** The offset after the Markdown heading at `start`, at most `end`. */
function bodyStart(text: string, start: number, end: number): number {
  let at = start;
  let atx = true;
  for (let first = true; at < end; first = false) {
    const next = afterLine(text, at, end);
    const line = text.slice(at, next).trimEnd();
    if (first) atx = ATX.test(line);
    at = next;
    if (atx || (!first && UNDERLINE.test(line))) return at;
  }
  return at;
}

/** The offset after the line that holds an offset, at most `end`. */
function afterLine(text: string, at: number, end: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.test(text) ? Math.min(LINE_END.lastIndex, end) : end;
}
