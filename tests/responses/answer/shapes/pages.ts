import {
  call,
  cite,
  DENO,
  hits,
  message,
  NOW,
  search,
  type Shape,
} from "./shape.ts";

const LINKED = `Out now ([deno.com](${DENO}?utm_source=openai)).`;
const SPAN = `([deno.com](${DENO}?utm_source=openai))`;
const CLEAN = `Out now ([deno.com](${DENO})).`;

/** Which pages an answer rests on. */
export const PAGES: Readonly<Record<string, Shape>> = {
  "an annotation and its link": {
    output: [
      search(...hits(20)),
      message(LINKED, [cite(DENO, "Deno 2.9", LINKED, SPAN)]),
    ],
    body: CLEAN,
    sources: [`- ${DENO} ${NOW}`],
  },
  "annotations that overlap and repeat a page": {
    output: [
      search(),
      message(LINKED, [
        cite(`${DENO}?utm_source=openai`, "Deno 2.9", LINKED, SPAN),
        cite(`${DENO}/#changes`, undefined, LINKED, LINKED),
        cite("http://DENO.com/blog/v2.9", "Again", LINKED, SPAN),
      ]),
    ],
    body: CLEAN,
    sources: [`- ${DENO} ${NOW}`],
  },
  "annotations one level down, among others": {
    output: [
      message("Out.", [
        { type: "file_citation", file_id: "f", url: "https://file.example/" },
        { type: "container_file_citation", url: "https://file.example/" },
        { type: "url_citation", url_citation: { url: DENO, title: "T" } },
        { type: "url_citation", url: "javascript:alert(1)" },
        null,
      ]),
    ],
    body: "Out.",
    sources: [`- ${DENO} ${NOW}`],
  },
  "no annotation: the list that the policy asks for": {
    output: [
      search(...hits(20)),
      message(`Out now.\n\nSources:\n- ${DENO} (2026-10-30)`),
    ],
    body: "Out now.",
    sources: [`- ${DENO} (2026-10-30)`],
  },
  "no annotation: only a link in the text": {
    output: [search(...hits(20), DENO), message(LINKED)],
    body: CLEAN,
    sources: [`- ${DENO} ${NOW}`],
  },
  "a link to a page that the search did not return, beside one that it did": {
    output: [
      search(...hits(3), DENO),
      message(`See [npm](https://www.npmjs.com/) and [Deno](${DENO}).`),
    ],
    body: `See [npm](https://www.npmjs.com/) and [Deno](${DENO}).`,
    sources: [`- ${DENO} ${NOW}`],
  },
  "nothing but a link that the search did not return": {
    output: [search(...hits(3)), message(`See [Deno](${DENO}).`)],
    body: `See [Deno](${DENO}).`,
    sources: [`- ${DENO} ${NOW}`],
  },
  "links where the server reports no sources": {
    output: [
      call({ type: "search", query: "q" }),
      message(
        `See [Deno](${DENO}), ![logo](https://img.example/l.png) and https://bare.example/.`,
      ),
    ],
    body:
      `See [Deno](${DENO}), ![logo](https://img.example/l.png) and https://bare.example/.`,
    sources: [`- ${DENO} ${NOW}`],
  },
  "a bare address that was searched": {
    output: [search(...hits(5), DENO), message(`It is at ${DENO}.`)],
    body: `It is at ${DENO}.`,
    sources: [`- ${DENO} ${NOW}`],
  },
  "a list with pages that were seen and one that was not": {
    output: [
      search(...hits(3), DENO),
      message(
        `Out.\n\nSources:\n- https://unseen.example/ (2026-01-02)\n- ${DENO}`,
      ),
    ],
    body: "Out.",
    sources: [`- ${DENO} ${NOW}`, "- https://unseen.example/ (2026-01-02)"],
  },
  "a list of pages and sites without their schemes": {
    output: [
      search(...hits(3), "https://www.a.example/x/", `${DENO}/`),
      message(
        "Out.\n\nSources:\n- deno.com/blog/v2.9 (2026-10-30)\n- A.example\n- hit.rs",
      ),
    ],
    body: "Out.",
    sources: [
      `- ${DENO}/ (2026-10-30)`,
      `- https://www.a.example/x/ ${NOW}`,
      "- hit.rs",
    ],
    cited: [`${DENO}/`, "https://www.a.example/x/"],
  },
  "neither annotation nor list nor link": {
    output: [search(...hits(300)), message("Out.")],
    body: "Out.",
    sources: hits(3).map((url) => `- ${url} ${NOW}`),
  },
  "the same page returned many times": {
    output: [
      search(
        "https://a.example/x",
        "https://A.example/x/",
        "https://a.example/x?utm_medium=y#z",
      ),
      message("Out."),
    ],
    body: "Out.",
    sources: [`- https://a.example/x ${NOW}`],
  },
  "an opened page without an annotation": {
    output: [
      search(...hits(3)),
      call({ type: "open_page", url: DENO }),
      call({ type: "find_in_page", url: "https://b.example/", pattern: "x" }),
      call({ type: "open_page", url: null }),
      message("Out."),
    ],
    body: "Out.",
    sources: [`- ${DENO} ${NOW}`, `- https://b.example/ ${NOW}`],
  },
  "only an opened page": {
    output: [call({ type: "open_page", url: DENO }), message("Out.")],
    body: "Out.",
    sources: [`- ${DENO} ${NOW}`],
  },
  "a source without a URL beside a list (000, appendix A)": {
    output: [
      search("https://www.jma.go.jp/bosai/", "oai-weather"),
      message(
        "晴れ。\n\n出典:\n- oai-weather (2025-08-09)\n- https://www.jma.go.jp/bosai/ (2025-08-09)",
      ),
    ],
    body: "晴れ。",
    sources: [
      "- https://www.jma.go.jp/bosai/ (2025-08-09)",
      "- oai-weather (2025-08-09)",
    ],
  },
  "pages of xAI, which lists all that it came across": {
    output: [message("Out [[1]](https://x.example/b).")],
    more: { citations: ["https://x.example/a", "https://x.example/b", 7] },
    body: "Out [[1]](https://x.example/b).",
    sources: [`[1] https://x.example/b ${NOW}`],
  },
  "pages of xAI and no link": {
    output: [message("Out.")],
    more: {
      citations: [
        "https://x.example/a",
        { url: "https://x.example/b" },
        "ftp://x",
      ],
    },
    body: "Out.",
    sources: [`- https://x.example/a ${NOW}`, `- https://x.example/b ${NOW}`],
  },
};
