import { BlockScanner } from "./_block_scanner.ts";
import { bodyStart } from "./_body_start.ts";
import { cutSections, stem } from "./_cut_sections.ts";
import type { Heading } from "./_heading.ts";
import { headingText } from "./_heading_text.ts";
import { markdownLinks } from "./_links.ts";
import { withoutTemplateMarkup } from "./_template_markup.ts";
import type { Format } from "./format.ts";
import { readFrontMatter } from "./front_matter.ts";
import type { ParsedFile } from "./section.ts";

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
      stem(name),
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
