import { seededRandom } from "./random.ts";

const INDENTS = [
  "",
  "",
  "",
  "",
  " ",
  "  ",
  "   ",
  "    ",
  "     ",
  "\t",
  " \t",
];
const MARKERS = [
  "- ",
  "* ",
  "+   ",
  "1. ",
  "2) ",
  "-\t",
  "> ",
  ">",
  "-",
  "1.",
  "-     ",
  "10.  ",
  "123456789. ",
  "1234567890. ",
];
const BODIES = [
  "",
  "",
  "text",
  "more text",
  "# atx",
  "## atx ##",
  "####### seven",
  "#nospace",
  "#",
  "===",
  "---",
  "--- ",
  "- - -",
  "***",
  "___",
  "--",
  "=",
  "-",
  "= =",
  "```",
  "``` info",
  "```` a`b",
  "````",
  "~~~",
  "~~~ a`b",
  "~~~~",
  "<div>",
  "</div>",
  "<span>",
  "<span> text",
  '<a href="x" b>',
  "<!-- comment",
  "-->",
  "<!-- c -->",
  "<?php",
  "?>",
  "<!DOCTYPE x",
  ">",
  "<![CDATA[",
  "]]>",
  "<script>",
  "</script>",
  "<pre",
  "[a]: /url",
  "[a]: /url 'title'",
  "[a]: /url 'open",
  "title'",
  "[a]:",
  "/url",
  "[a]: <b c> (t)",
  "[a]: /url junk",
  "[a](b) text",
  "[a\\]b]: /u",
  "[",
  "]: /u",
  "\\# no",
  "&amp;",
  "\tcode",
];

/** A text of Markdown's hazards in random order, the same for a seed. */
export function randomMarkdown(seed: number): string {
  const random = seededRandom(seed);
  const pick = (from: readonly string[]): string =>
    from[random(from.length)] ?? "";
  const endings = [["\n"], ["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]];
  const ending = endings[random(endings.length)] ?? ["\n"];
  let text = "";
  for (let lines = 1 + random(12); lines > 0; lines--) {
    text += pick(INDENTS);
    while (random(3) === 0) text += pick(MARKERS) + pick(INDENTS);
    text += pick(BODIES) + (lines > 1 || random(2) === 0 ? pick(ending) : "");
  }
  return text;
}
