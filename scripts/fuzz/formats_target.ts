import fc from "fast-check";
import { FORMATS } from "../../src/manuals/formats/formats.ts";
import type { Section } from "../../src/manuals/formats/section.ts";
import { markdownText } from "../../tests/kit/markdown_text.ts";
import { changedText } from "./changes.ts";
import type { Target, Verdict } from "./target.ts";

/** A file of a manual. */
export interface FileInput {
  readonly path: string;
  readonly text: string;
}

const FRONTS: readonly string[] = [
  "",
  "",
  "---\ntitle: A\n---\n",
  "---\r\ntitle: 'It''s'\r\ndescription: |\r\n  x\r\n---\r\n",
  "---\ntitle: \n",
  "---\n---\n",
  "---\ntitle: [a]\n...\n\n",
];

/** Lines that the other formats give a meaning. */
const markupText = fc.array(
  fc.constantFrom(
    ...["Title", "=====", "-----", "~~~~~", "=", "", "", "text", "  indented"],
    ...[".. note::", "text::", "> quoted", "=== ===", "+--+", ":field: a"],
    ...["== Section", "= Doc", "----", "====", "|===", "[discrete]", "[[id]]"],
    ...[":a: {a} \\", "* item", "term::", "// c", "ifdef::a[]", "```", "--"],
    ...["<T a={1}", "/>", "{/* c", "*/}", "export const a = {", "}", "</T>"],
    ...["## {{< a >}} {#b}", "`code` *b* _i_ **s** |x|", "概要", "😀 \ud800"],
  ),
  { maxLength: 40 },
).chain((lines) =>
  fc.constantFrom("\n", "\r\n", "\r").map((end) => lines.join(end))
);

/**
 * The formats of manuals: whatever a file holds, its sections are in order, do
 * not overlap, lie within the text, and their lines are those of their offsets.
 */
export const formatsTarget: Target<FileInput> = {
  name: "formats",
  unit: "files",
  open: () => ({
    inputs: fc.record({
      path: fc.constantFrom(
        "a.md",
        "x/b.MD",
        "c.json",
        "d.mdx",
        "e.txt",
        "f.rst",
        "g.adoc",
      ),
      text: changedText(
        fc.tuple(
          fc.constantFrom(...FRONTS),
          fc.oneof(markdownText, markupText),
        ).map((parts) => parts.join("")),
        4,
      ),
    }),
    check: checkSections,
  }),
};

/** Parses a file and looks at its sections. */
function checkSections({ path, text }: FileInput): Verdict {
  const { sections } = FORMATS.parse(path, text);
  const starts = startLines(text);
  const show = JSON.stringify(sections);
  if (sections.length === 0) return { units: 1, problem: "no section" };
  for (const [i, section] of sections.entries()) {
    const fault = sectionFault(section, sections.slice(i + 1), starts, text);
    if (fault) return { units: 1, problem: `${i}: ${fault} in ${show}` };
  }
  return { units: 1 };
}

function sectionFault(
  section: Section,
  later: readonly Section[],
  starts: readonly number[],
  text: string,
): string | undefined {
  const { start, ownEnd, end, startLine, level } = section;
  const inOrder = 0 <= start && start <= ownEnd && ownEnd <= end &&
    end <= text.length;
  if (!inOrder) return "offsets out of order";
  if (starts[startLine - 1] !== start) return "its line is not at its start";
  // Of reStructuredText, the styles of its titles: 32 characters, twice.
  if (level < 0 || level > 64) return "its level";
  const [next] = later;
  // Front matter and nothing else: shown as a whole, no text of its own.
  const bare = start === 0 && ownEnd === 0 && text.startsWith("---");
  if (bare && !next && end === text.length) return undefined;
  if (ownEnd !== (next?.start ?? text.length)) return "its own end";
  // A preamble has no subsections; a heading ends at the next as high.
  const closing = level === 0 ? next : later.find((s) => s.level <= level);
  return end === (closing?.start ?? text.length) ? undefined : "its end";
}

/** Offsets at which lines start; what ends the text begins no line. */
function startLines(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    const next = match.index + match[0].length;
    if (next < text.length) starts.push(next);
  }
  return starts;
}
