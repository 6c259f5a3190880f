import {
  call,
  cite,
  DENO,
  hits,
  message,
  NOW,
  search,
  type Shape,
  TODAY,
} from "./shape.ts";

const LINKED = `Out now ([deno.com](${DENO}?utm_source=openai)).`;
const CLEAN = `Out now ([deno.com](${DENO})).`;

/** Where lists, dates and marks stand in a text. */
export const TEXTS: Readonly<Record<string, Shape>> = {
  "a list in bold, with links, after a rule": {
    output: [
      search(...hits(3)),
      message(
        `Out.\n\n---\n\n**📚 Sources**\n\n1. **[Deno 2.9](${DENO}?utm_source=openai)** — Oct 30, 2026\n2. [Wiki](https://en.wikipedia.org/wiki/Deno_(software))`,
      ),
    ],
    body: "Out.",
    sources: [
      `- ${DENO} (2026-10-30)`,
      `- https://en.wikipedia.org/wiki/Deno_(software) ${NOW}`,
    ],
  },
  "a list as a table in mid-text": {
    output: [
      search(...hits(3)),
      message(
        "A [2].\n\n### Quellen\n\n| # | Quelle | Datum |\n|---|---|---|\n| 1 | [A](https://a.example/) | 2025-01-02 |\n| 2 | https://b.example/ | 03.01.2025 |\n\nThat is all.",
      ),
    ],
    body: "A [2].\n\nThat is all.",
    sources: [
      "[1] https://a.example/ (2025-01-02)",
      "[2] https://b.example/ (2025-01-03)",
    ],
  },
  "a list in a fence, and links in code": {
    output: [
      search(DENO),
      message(
        "Write this: `[x](https://x.example/)`\n\n```md\nSources:\n- https://y.example/ (2025-01-02)\n```",
      ),
    ],
    body:
      "Write this: `[x](https://x.example/)`\n\n```md\nSources:\n- https://y.example/ (2025-01-02)\n```",
    sources: [`- ${DENO} ${NOW}`],
  },
  "a list in a quotation, with items below items": {
    output: [
      search(...hits(3)),
      message(
        "Out.\n\n> Fuentes:\n> - Blog\n>   - https://a.example/\n>   - 2025/01/03\n> - https://b.example/",
      ),
    ],
    body: "Out.",
    sources: [
      "- https://a.example/ (2025-01-03)",
      `- https://b.example/ ${NOW}`,
    ],
  },
  "a list on the heading's own line": {
    output: [
      search(...hits(3)),
      message(
        "A [2].\n\n출처: [1] https://a.example/ (2025-01-02), [2] https://b.example/",
      ),
    ],
    body: "A [2].",
    sources: [
      "[1] https://a.example/ (2025-01-02)",
      `[2] https://b.example/ ${NOW}`,
    ],
  },
  "a list in parts, with headings of their own": {
    output: [
      search(...hits(3)),
      message(
        "Out.\n\n## Sources\n\n### Official\n- https://a.example/ (2025-01-02)\n\n### News\n1. https://b.example/\n\n## Notes\nNone yet.",
      ),
    ],
    body: "Out.\n\n## Notes\nNone yet.",
    sources: [
      "- https://a.example/ (2025-01-02)",
      `- https://b.example/ ${NOW}`,
    ],
  },
  "headings that are underlined or HTML": {
    output: [
      search(...hits(3)),
      message(
        "One.\n\nSources\n-------\n- https://a.example/\n\nTwo [1].\n\n<h3>Références</h3>\n[1] https://b.example/",
      ),
    ],
    body: "One.\n\nTwo [1].",
    sources: [
      `[1] https://b.example/ ${NOW}`,
      `- https://a.example/ ${NOW}`,
    ],
  },
  "a source under every paragraph": {
    output: [
      search(...hits(3)),
      message(
        "One.\nSource: https://a.example/ (2025-01-02)\n\nTwo.\n出典：https://b.example/\n\nThe end.",
      ),
    ],
    body: "One.\n\nTwo.\n\nThe end.",
    sources: [
      "- https://a.example/ (2025-01-02)",
      `- https://b.example/ ${NOW}`,
    ],
  },
  "sources inside sentences, and an address of the reader's machine": {
    output: [
      search(...hits(3)),
      message(
        "One (source: https://a.example/x). Then open http://localhost:3000/.",
      ),
    ],
    body:
      "One (source: https://a.example/x). Then open http://localhost:3000/.",
    sources: [`- https://a.example/x ${NOW}`],
  },
  "several messages with a list each": {
    output: [
      search(...hits(3)),
      message("First.\n\nSources:\n- https://a.example/ (2025-01-02)"),
      message("Second.\n\nReferences:\n- https://b.example/"),
    ],
    body: "First.\n\nSecond.",
    sources: [
      "- https://a.example/ (2025-01-02)",
      `- https://b.example/ ${NOW}`,
    ],
  },
  "remarks before the answer, with citations of their own": {
    output: [
      message("Looking at it.", [cite("https://a.example/")], {
        phase: "commentary",
      }),
      search(...hits(3), DENO),
      message(LINKED, [cite(DENO)], { phase: "final_answer" }),
    ],
    body: CLEAN,
    sources: [`- ${DENO} ${NOW}`],
  },
  "marks of citations left in the text": {
    output: [
      search(DENO),
      message(
        "A \uE200cite\uE202turn0search1\uE201. B citeturn0search1turn0news2. C【4:0†source】. D :contentReference[oaicite:0]{index=0}. E [turn0view0]. `citeturn0search1`",
      ),
    ],
    body: "A. B. C. D. E. `citeturn0search1`",
    sources: [`- ${DENO} ${NOW}`],
  },
  "addresses in other scripts and escapes": {
    output: [
      search(
        "https://xn--wgv71a119e.jp/",
        "https://ja.wikipedia.org/wiki/%e6%9d%b1%e4%ba%ac",
      ),
      message(
        "首都（https://ja.wikipedia.org/wiki/東京）。\n\n情報源：\n・https://日本語.jp/（令和7年1月7日）\n・https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC、2025年1月8日更新",
      ),
    ],
    body: "首都（https://ja.wikipedia.org/wiki/東京）。",
    sources: [
      "- https://日本語.jp/ (2025-01-07)",
      "- https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC (2025-01-08)",
    ],
  },
  "dates that do not tell when a page was published": {
    output: [
      search(...hits(3)),
      message(
        `Out.\n\nSources:\n- [Weather on 2025-08-09](https://a.example/)\n- The attack of September 11, 2001: https://b.example/\n- https://c.example/2024/05/06/x (accessed 2025-01-02)\n- https://d.example/ (${TODAY})\n- https://e.example/ (2031-01-01)\n- https://f.example/ (01/02/2025)\n- https://g.example/ (January 2025)\n- https://h.example/ (2025-01-02 – 2025-02-03)`,
      ),
    ],
    options: { maxCitations: 10 },
    body: "Out.",
    sources: [
      "a.example/",
      "b.example/",
      "c.example/2024/05/06/x",
      "d.example/",
      "e.example/",
      "f.example/",
      "g.example/",
      "h.example/",
    ]
      .map((page) => `- https://${page} ${NOW}`),
  },
  "a search without an answer to it": {
    output: [
      call({ type: "search", query: "q" }),
      message("Nothing was found."),
    ],
    body: "Nothing was found.",
    sources: [],
  },
  "no search": {
    output: [message(`See [Deno](${DENO}).\n\nSources:\n- ${DENO}`)],
    body: `See [Deno](${DENO}).\n\nSources:\n- ${DENO}`,
    sources: [],
  },
};
