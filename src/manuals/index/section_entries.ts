import type { ParsedFile, Section } from "../section.ts";
import { MAX_PART_CHARS, type SectionEntry } from "./segment_builder.ts";

const ATX = /^ {0,3}#/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;

/** The offset after a heading: what follows is the section's body. */
function bodyStart(text: string, section: Section): number {
  if (section.level === 0) return section.start;
  let at = section.start;
  let atx = true;
  for (let first = true; at < section.ownEnd; first = false) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 || newline >= section.ownEnd
      ? section.ownEnd
      : newline + 1;
    const line = text.slice(at, next).trimEnd();
    if (first) atx = ATX.test(line);
    at = next;
    if (atx || (!first && UNDERLINE.test(line))) return at;
  }
  return at;
}

/** Cuts a long text at line ends, or anywhere if a line is that long. */
function* parts(text: string): Generator<string> {
  let at = 0;
  while (text.length - at > MAX_PART_CHARS) {
    const limit = at + MAX_PART_CHARS;
    const newline = text.lastIndexOf("\n", limit);
    const end = newline > at + MAX_PART_CHARS / 2 ? newline + 1 : limit;
    yield text.slice(at, end);
    at = end;
  }
  yield text.slice(at);
}

/**
 * What the index takes from a file: each section's title and own text. The
 * path counts as context of the first section, titles of the enclosing
 * sections as context of the others; the front matter's description is body.
 */
export function* sectionEntries(
  path: string,
  text: string,
  parsed: ParsedFile,
): Generator<SectionEntry> {
  const enclosing: Section[] = [];
  let first = true;
  for (const section of parsed.sections) {
    while ((enclosing.at(-1)?.level ?? -1) >= section.level) enclosing.pop();
    const own = text.slice(bodyStart(text, section), section.ownEnd);
    const body = first && parsed.description
      ? `${parsed.description}\n${own}`
      : own;
    const context = first
      ? path.replace(/\.\w+$/, "")
      : enclosing.map((above) => above.title).join("\n");
    for (const part of parts(body)) {
      yield {
        line: section.lineStart,
        title: section.title,
        body: part,
        context,
      };
    }
    enclosing.push(section);
    first = false;
  }
}
