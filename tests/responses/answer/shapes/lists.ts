import {
  cite,
  hits,
  message,
  NOW,
  numbered,
  search,
  type Shape,
} from "./shape.ts";

const A = "https://a.example/";
const B = "https://b.example/";
const C = "https://c.example/";

/** A list of four, of which the text refers to the first and the last. */
function marked(
  text: string,
  heading: string,
  mark: (n: number) => string,
): Shape {
  const list = numbered(4, (n) => `${mark(n)}https://s${n}.example/`);
  return {
    output: [search(...hits(3)), message(`${text}\n\n${heading}\n${list}`)],
    options: { maxCitations: 1 },
    body: text,
    sources: [
      `[1] https://s1.example/ ${NOW}`,
      `[4] https://s4.example/ ${NOW}`,
    ],
  };
}

/** Marks, names and frames that lists of sources have besides the plain ones. */
export const LISTS: Readonly<Record<string, Shape>> = {
  "[citation:1]": marked(
    "X [citation:1]. Y [citation:4].",
    "Sources:",
    (n) => `${n}. `,
  ),
  "[Source 1]": marked(
    "X [Source 1] and [Sources 1, 4].",
    "**References**",
    (n) => `Source ${n}: `,
  ),
  "[#1], (ref. 1) and sources 1 and 4": marked(
    "X [#1], Y (ref. 1), see sources 1 and 4.",
    "Sources",
    (n) => `#${n} `,
  ),
  "[S1]": marked("X [S1]. Y [S4].", "Sources", (n) => `[S${n}] `),
  "<sup>1</sup>": marked(
    "X<sup>1</sup>, Y<sup>[4]</sup>.",
    "## Sources",
    (n) => `${n}. `,
  ),
  "(1)": marked("X (1). Y (4).", "Quellen:", (n) => `(${n}) `),
  "1)": marked("X (1). Y (4).", "Fuentes", (n) => `${n}) `),
  "¹": marked("X¹ and Y⁴.", "Sources", (n) => `${" ¹²³⁴"[n]} `),
  "①": marked("事実①、別④。", "参考文献", (n) => `${" ①②③④"[n]} `),
  "※1": marked("事実※1、別※4。", "出典：", (n) => `※${n} `),
  "*1": marked("事実*1、別*4。", "参考資料", (n) => `*${n} `),
  "［１］": marked(
    "事実［１］、別［４］。",
    "出典",
    (n) => `［${" １２３４"[n]}］`,
  ),
  "【出典1】": marked(
    "事実【出典1】、別【出典4】。",
    "情報源",
    (n) => `【出典${n}】`,
  ),
  "（注1） without a heading": {
    output: [search(), message(`事実（注1）。\n\n（注1）${A} 2025年1月3日`)],
    body: "事実（注1）。",
    sources: [`[1] ${A} (2025-01-03)`],
  },
  "powers and counts that refer to nothing": {
    output: [
      search(),
      message(
        `5 m², 10³ cells (2) of them.\n\nSources:\n1. ${A}\n2. ${B}\n3. ${C}`,
      ),
    ],
    options: { maxCitations: 1 },
    body: "5 m², 10³ cells (2) of them.",
    sources: [`- ${A} ${NOW}`],
  },
  "numbers that nobody explains": {
    output: [search(...hits(1)), message("X [1]. Y [2].")],
    body: "X [1]. Y [2].",
    sources: [
      "[1] not in the model's list of sources",
      "[2] not in the model's list of sources",
      `- ${hits(1)[0]} ${NOW}`,
    ],
    cited: hits(1),
  },
  "a footnote that is no source": {
    output: [
      search(A),
      message(`Costs 5[^1], says [A](${A}).\n\n[^1]: Before tax.`),
    ],
    body: `Costs 5[^1], says [A](${A}).\n\n[^1]: Before tax.`,
    sources: [`- ${A} ${NOW}`],
  },
  "a book among the footnotes, and one of two lines": {
    output: [
      search(),
      message(
        `X[^1], Y[^2].\n\n[^1]: Smith, *Title*.\n    ${A} (Jan. 5, 2025)\n[^2]: A book by Jones, 1999.`,
      ),
    ],
    body: "X[^1], Y[^2].",
    sources: [`[1] ${A} (2025-01-05)`, "[2] A book by Jones, 1999."],
    cited: [A],
  },
  "two lists that count from one each": {
    output: [
      search(),
      message(
        `One [1].\n\nSources:\n1. ${A}\n\nTwo [1].\n\nSources:\n1. ${B}`,
      ),
    ],
    body: "One [1].\n\nTwo [1].",
    sources: [`[1] ${A} ${NOW}`, `[1] ${B} ${NOW}`],
  },
  "a list in <details>": {
    output: [
      search(),
      message(
        `X [1].\n\n<details>\n<summary>Sources</summary>\n\n1. ${A}\n\n</details>`,
      ),
    ],
    body: "X [1].",
    sources: [`[1] ${A} ${NOW}`],
  },
  "a list in <details>, opened on the line of its heading, in mid-text": {
    output: [
      search(),
      message(
        `X.\n\n<details open><summary><b>参考文献</b></summary>\n\n- [A](${A}) (2025年1月7日)\n</details>\n\nLast words.`,
      ),
    ],
    body: "X.\n\nLast words.",
    sources: [`- ${A} (2025-01-07)`],
  },
  "a list at the end of <details> that hold more": {
    output: [
      search(),
      message(
        `X.\n\n<details><summary>More</summary>\n\nWords.\n\n**Sources**\n- ${A}\n</details>`,
      ),
    ],
    body: "X.\n\n<details><summary>More</summary>\n\nWords.\n</details>",
    sources: [`- ${A} ${NOW}`],
  },
  "a list in HTML": {
    output: [
      search(),
      message(
        `X.\n\n<div>\n<p><strong>Sources:</strong></p>\n<ol class="s">\n<li><a href="${A}">A</a> (2025-01-03)</li>\n<li>The Almanac</li>\n</ol>\n</div>`,
      ),
    ],
    body: "X.",
    sources: [`- ${A} (2025-01-03)`, "- The Almanac"],
    cited: [A],
  },
  "titles with dates, and no address": {
    output: [
      search(...hits(3)),
      message("X.\n\nSources:\n- Deno 2.9 notes (2026-10-30)\n- The Almanac"),
    ],
    options: { maxCitations: 1 },
    body: "X.",
    sources: [
      "- Deno 2.9 notes (2026-10-30)",
      "- The Almanac",
      `- ${hits(1)[0]} ${NOW}`,
    ],
    cited: hits(1),
  },
  "titles with dates in a table": {
    output: [
      search(),
      message(
        "X.\n\nSources\n\n| Title | Date |\n|---|---|\n| Deno 2.9 notes | 2026-10-30 |",
      ),
    ],
    body: "X.",
    sources: ["- Deno 2.9 notes | 2026-10-30"],
    cited: [],
  },
  "titles that annotations have, too": {
    output: [
      search(...hits(3)),
      message("X.\n\nSources:\n- Deno 2.9 notes (2026-10-30)", [
        cite(A, "Deno 2.9 Notes"),
      ]),
    ],
    body: "X.",
    sources: [`- ${A} (2026-10-30)`],
  },
  "an address without a scheme that nobody reports": {
    output: [
      search(...hits(3)),
      message("X.\n\nSources:\n- www.deno.com/blog/v2.9 (2026-10-30)"),
    ],
    body: "X.",
    sources: ["- https://www.deno.com/blog/v2.9 (2026-10-30)"],
  },
  "a site that the text names, without a link": {
    output: [search(...hits(3)), message("X, as hit2.example says.")],
    body: "X, as hit2.example says.",
    sources: [`- https://hit2.example/ ${NOW}`],
  },
  "a site with several pages that the text names": {
    output: [
      search("https://a.example/1", "https://a.example/2"),
      message("X, as a.example says."),
    ],
    body: "X, as a.example says.",
    sources: [`- https://a.example/1 ${NOW}`],
  },
  "a heading that is what the answer is about": {
    output: [
      search(A),
      message(`## Sources\n- Sun\n- Wind\n\nMore is in [A](${A}).`),
      message("**References**\n- `&T`\n- `&mut T`"),
    ],
    body:
      `## Sources\n- Sun\n- Wind\n\nMore is in [A](${A}).\n\n**References**\n- \`&T\`\n- \`&mut T\``,
    sources: [`- ${A} ${NOW}`],
  },
  "another list after that of the sources": {
    output: [
      search(),
      message(`X.\n\nSources:\n- ${A}\n\n**Next steps**\n- Try it\n- Test it`),
    ],
    body: "X.\n\n**Next steps**\n- Try it\n- Test it",
    sources: [`- ${A} ${NOW}`],
  },
  "a list between two rules": {
    output: [
      search(),
      message(`X.\n\n---\n\n### Sources\n1. ${A}\n\n---\n*Y*`),
    ],
    body: "X.\n\n---\n*Y*",
    sources: [`- ${A} ${NOW}`],
  },
  "dates before their pages on one line": {
    output: [
      search(),
      message(
        `X.\n\nSources:\n- 2025-01-08 — [B](${B}), 2025-01-09 — [C](${C})`,
      ),
    ],
    body: "X.",
    sources: [`- ${B} (2025-01-08)`, `- ${C} (2025-01-09)`],
  },
  "names of other sites before an @": {
    output: [search(), message("X.", [cite("https://bank.com@a.example/")])],
    body: "X.",
    sources: [`- ${A} ${NOW}`],
  },
  "a page with and without www": {
    output: [
      search(),
      message("X.", [cite("https://www.a.example/x/"), cite(`${A}x#part`)]),
    ],
    body: "X.",
    sources: [`- https://www.a.example/x/ ${NOW}`],
  },
  "an answer that breaks off in an address": {
    output: [
      search(...hits(2)),
      message(`X, says ${A}.\n\nSources:\n- https://b.exam`),
    ],
    more: {
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    },
    body: `X, says ${A}.`,
    sources: [`- ${A} ${NOW}`],
  },
};
