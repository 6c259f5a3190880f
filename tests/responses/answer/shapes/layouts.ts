import { hits, message, NOW, numbered, search, type Shape } from "./shape.ts";

const A = "https://a.example/p";
const B = "https://b.example/q";

/** An answer with two sources, which nothing but its text tells. */
function told(
  text: string,
  body: string,
  sources: readonly string[] = [`- ${A} ${NOW}`, `- ${B} ${NOW}`],
): Shape {
  return { output: [search(...hits(3)), message(text)], body, sources };
}

/** The ways in which models lay out their sources. */
export const LAYOUTS: Readonly<Record<string, Shape>> = {
  "a sentence indented below each source": told(
    `X.\n\nSources:\n\n1. [T](${A}) – 2025-01-03.\n   It says what is new.\n2. [U](${B})\n   It says why.`,
    "X.",
    [`- ${A} (2025-01-03)`, `- ${B} ${NOW}`],
  ),
  "a sentence on a line of its own below each source": told(
    `X.\n\n**References**\n1. ${A}\nIt says what is new.\n2. ${B}\nIt says why.\n\nThat is all.`,
    "X.\n\nThat is all.",
  ),
  "a paragraph below a source": told(
    `X.\n\nSources:\n- ${A}\n\n  It says what is new.\n\n- ${B}`,
    "X.",
  ),
  "a source below each item, more than the cap": {
    output: [
      search(...hits(3)),
      message(
        numbered(
          5,
          (n) =>
            `- Claim ${n} of 2024-05-0${n}.\n  Source: https://s${n}.example/ (2025-01-0${n})`,
        ),
      ),
    ],
    body: numbered(5, (n) => `- Claim ${n} of 2024-05-0${n}.`),
    sources: [1, 2, 3, 4, 5].map((n) =>
      `- https://s${n}.example/ (2025-01-0${n})`
    ),
  },
  "numbers as links on the heading's own line": told(
    `X [1], Y [2].\n\nSources: [1](${A}), [2](${B})`,
    "X [1], Y [2].",
    [`[1] ${A} ${NOW}`, `[2] ${B} ${NOW}`],
  ),
  "several numbers on a line of a list": told(
    `X [1], Y [2].\n\nSources:\n- [1] ${A} [2] ${B}`,
    "X [1], Y [2].",
    [`[1] ${A} ${NOW}`, `[2] ${B} ${NOW}`],
  ),
  "numbers in escaped brackets that are links": told(
    `X [\\[1\\]](${A}). Y [^2^](${B}).`,
    `X [\\[1\\]](${A}). Y [^2^](${B}).`,
    [`[1] ${A} ${NOW}`, `[2] ${B} ${NOW}`],
  ),
  "a numbered list without a heading": told(
    `X [1]. Y [2].\n\n1. ${A}\n2. [B](${B})`,
    "X [1]. Y [2].",
    [`[1] ${A} ${NOW}`, `[2] ${B} ${NOW}`],
  ),
  "numbered links that are the answer": {
    output: [search(A, B), message(`Two pages:\n\n1. ${A}\n2. ${B}`)],
    body: `Two pages:\n\n1. ${A}\n2. ${B}`,
    sources: [`- ${A} ${NOW}`, `- ${B} ${NOW}`],
  },
  "(1) and 2. on the heading's own line": told(
    `X (1), Y (2).\n\nSources: (1) ${A}; 2. ${B}`,
    "X (1), Y (2).",
    [`[1] ${A} ${NOW}`, `[2] ${B} ${NOW}`],
  ),
  "parts with bold titles in mid-text": told(
    `X.\n\n## Sources\n**Official**\n- ${A}\n\n**News**\n- ${B}\n\n## Notes\n- It may change.`,
    "X.\n\n## Notes\n- It may change.",
  ),
  "lines that end with <br>": told(
    `X.\n\n<b>Sources</b><br>\n- ${A}<br/>\n- ${B}<br />`,
    "X.",
  ),
  "words in place of a list": {
    output: [search(A), message(`X ([a](${A})).\n\nSources: see above.`)],
    body: `X ([a](${A})).`,
    sources: [`- ${A} ${NOW}`],
  },
  "addresses with the escapes and titles of Markdown": told(
    `X.\n\nSources:\n- https://a.example/x\\_y\n- [B](${B} "Of 2024, (2024-01-02)") (2025-01-03)`,
    "X.",
    [`- https://a.example/x_y ${NOW}`, `- ${B} (2025-01-03)`],
  ),
  "an address in backticks, and marks that nobody sees": told(
    `X.\n\nSources:\u200b\n- \`${A}\` (2025-01-03)\n- ${B}\u200b (2025-01-04)`,
    "X.",
    [`- ${A} (2025-01-03)`, `- ${B} (2025-01-04)`],
  ),
  "prose under the heading": {
    output: [
      search(A),
      message(`## Sources\n\nBy [A](${A}) it is so. It holds.`),
    ],
    body: `## Sources\n\nBy [A](${A}) it is so. It holds.`,
    sources: [`- ${A} ${NOW}`],
  },
  "steps with links after the list": told(
    `X.\n\nSources:\n- ${A}\n- ${B}\n\n1. Do it\n2. Look at https://c.example/`,
    "X.\n\n1. Do it\n2. Look at https://c.example/",
  ),
  "a list of names at the end": {
    output: [search(...hits(1)), message("X.\n\nSources:\n- Knuth\n- Jones")],
    body: "X.",
    sources: ["- Knuth", "- Jones", `- ${hits(1)[0]} ${NOW}`],
    cited: hits(1),
  },
  "a list of nothing but other schemes": {
    output: [
      search(...hits(1)),
      message("X.\n\nSources:\n- javascript:alert(1)\n- [x](data:text/html,x)"),
    ],
    body: "X.",
    sources: [`- ${hits(1)[0]} ${NOW}`],
  },
  "a list at the end of a quotation": told(
    `> X.\n>\n> Sources:\n> - ${A}\n> - ${B}`,
    "> X.",
  ),
  "a bold date before the page": told(
    `X.\n\nSources:\n- **2025-01-03** – The Paper – ${A}`,
    "X.",
    [`- ${A} (2025-01-03)`],
  ),
  "an identifier that only looks like an address": {
    ...told(
      `X [1], Y [2].\n\nSources:\n[1] ${A}\n[2] Smith 2024, doi:10.1000/1`,
      "X [1], Y [2].",
      [`[1] ${A} ${NOW}`, "[2] Smith 2024, doi:10.1000/1"],
    ),
    cited: [A],
  },
  "a page that was searched and stands in code only": {
    output: [search(...hits(3), A), message(`X.\n\n\`\`\`\n${A}\n\`\`\``)],
    body: `X.\n\n\`\`\`\n${A}\n\`\`\``,
    sources: [`- ${A} ${NOW}`],
  },
  "marks that show words to the reader": told(
    `Of \uE200entity\uE202["company","OpenAI","AI"]\uE201: \uE200url\uE202news\uE202${A}\uE201. Also entity["people","Ada"] fileciteturn0file1.`,
    `Of OpenAI: [news](${A}). Also Ada.`,
    [`- ${A} ${NOW}`],
  ),
  "intervals, and an answer that breaks off": {
    output: [
      search(),
      message(
        `In [0, 1] lies X [1], Y [2].\n\nSources:\n1. ${A}\n2. https://b.`,
      ),
    ],
    more: { status: "incomplete" },
    body: "In [0, 1] lies X [1], Y [2].",
    sources: [`[1] ${A} ${NOW}`, "[2] omitted: not a whole web address"],
    cited: [A],
  },
  "items that are not indented alike": told(
    `X [1], Y [2].\n\nSources:\n1. ${A}\n 2. ${B}`,
    "X [1], Y [2].",
    [`[1] ${A} ${NOW}`, `[2] ${B} ${NOW}`],
  ),
  "an address by itself after the items": told(
    `X.\n\nSources:\n- ${A}\n\n${B}`,
    "X.",
  ),
  "sources below each of two claims, more than the cap": {
    output: [
      search(...hits(3)),
      message(
        numbered(
          2,
          (n) =>
            `- Claim ${n}.\n  Sources: https://s${n}.example/, https://t${n}.example/`,
        ),
      ),
    ],
    body: "- Claim 1.\n- Claim 2.",
    sources: [1, 2].flatMap((n) => [
      `- https://s${n}.example/ ${NOW}`,
      `- https://t${n}.example/ ${NOW}`,
    ]),
  },
  "a claim right below the source of another": told(
    `X.\nSource: ${A}\nNothing else is known\n\nY.\nSource: ${B}`,
    "X.\nNothing else is known\n\nY.",
  ),
};
