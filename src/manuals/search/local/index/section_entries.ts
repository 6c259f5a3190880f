import type { ParsedFile, Section } from "../../../formats/section.ts";
import { MAX_PART_CHARS, type SectionEntry } from "./segment_builder.ts";

const MAX_LEAD_CHARS = 1000;

// Between two of these a word or a code goes on.
const IN_WORD = /[\p{L}\p{N}_.-]/u;
const MAX_WORD_CHARS = 128;

// A longer title is not taken whole, and what links and templates say in a
// heading is not part of it: both stand in the text all the same.
const MAX_TITLE_CHARS = 200;
const UNSHOWN = /[<{]|\]\(|\]\[/;

/** Where a line that is too long is cut: not inside a word, if it has an end. */
function cutInLine(text: string, limit: number): number {
  for (let at = limit; at > limit - MAX_WORD_CHARS; at--) {
    if (!IN_WORD.test(text.charAt(at - 1))) return at;
  }
  return limit;
}

/** Cuts a long range at line ends, or between words if a line is that long. */
function* parts(
  text: string,
  from: number,
  to: number,
): Generator<readonly [start: number, end: number]> {
  let start = from;
  while (to - start > MAX_PART_CHARS) {
    const limit = start + MAX_PART_CHARS;
    // Only in the second half: a search without such a bound goes back to the
    // beginning of a file that is one line.
    const half = start + MAX_PART_CHARS / 2 + 1;
    const newline = text.slice(half, limit).lastIndexOf("\n");
    const end = newline < 0 ? cutInLine(text, limit) : half + newline + 1;
    yield [start, end];
    start = end;
  }
  yield [start, to];
}

/**
 * What the index takes from a file: each section's title and own text. The
 * path counts as context of the first section, titles of the enclosing
 * sections as context of the others; the front matter's description is body,
 * and its title one more title of the first section.
 */
export function* sectionEntries(
  path: string,
  text: string,
  parsed: ParsedFile,
): Generator<SectionEntry> {
  const fileTitle = unshownTitle(parsed);
  const enclosing: Pick<Section, "level" | "title">[] = fileTitle === ""
    ? []
    : [{ level: 0, title: fileTitle }];
  let moreTitle = fileTitle;
  let lead = parsed.description?.slice(0, MAX_LEAD_CHARS) ?? "";
  let context = path.replace(/\.\w+$/, "");
  for (const section of parsed.sections) {
    const { title, startLine: line, level, ownEnd } = section;
    let { id = "" } = section;
    while ((enclosing.at(-1)?.level ?? -1) >= level) enclosing.pop();
    if (context === "") {
      context = enclosing.map((above) => above.title).join("\n");
    }
    for (const [start, end] of parts(text, bodyFrom(text, section), ownEnd)) {
      yield { line, title, id, moreTitle, lead, text, start, end, context };
      lead = id = "";
    }
    enclosing.push(section);
    context = moreTitle = "";
  }
}

/** Where the body begins: before a heading that says more than its title. */
function bodyFrom(
  text: string,
  { title, start, bodyStart }: Section,
): number {
  return title.length > MAX_TITLE_CHARS ||
      UNSHOWN.test(text.slice(start, bodyStart))
    ? start
    : bodyStart;
}

/** The front matter's title, where a heading stands in the preamble's place. */
function unshownTitle({ title = "", sections: [first] }: ParsedFile): string {
  return first?.level === 0 || first?.title === title ? "" : title;
}
