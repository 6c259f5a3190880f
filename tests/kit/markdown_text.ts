import fc from "fast-check";

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

const ENDINGS = [["\n"], ["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]];

const indent = fc.constantFrom(...INDENTS);
const marker = fc.tuple(fc.constantFrom(...MARKERS), indent)
  .map((parts) => parts.join(""));
const line = fc.tuple(
  indent,
  fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    fc.array(marker, { minLength: 1, maxLength: 3 }),
  ),
  fc.constantFrom(...BODIES),
).map(([before, markers, body]) => before + markers.join("") + body);

/** A text of Markdown's hazards in any order. */
export const markdownText: fc.Arbitrary<string> = fc.record({
  lines: fc.array(fc.tuple(line, fc.nat(2)), { minLength: 1, maxLength: 12 }),
  ending: fc.constantFrom(...ENDINGS),
  closed: fc.boolean(),
}).map(({ lines, ending, closed }) =>
  lines.map(([text, choice], i) => {
    const ends = closed || i < lines.length - 1;
    return text + (ends ? ending[choice % ending.length] : "");
  }).join("")
);
