import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Answer,
  readAnswer,
} from "../../../src/responses/answer/read_answer.ts";
import { plain } from "../../../src/text/plain.ts";
import { cite, message, search } from "./shapes/shape.ts";

const TODAY = "2026-11-16";
const page = fc.integer({ min: 1, max: 15 })
  .map((n) => `https://used${n}.example/p`);
const hit = fc.integer({ min: 1, max: 15 })
  .map((n) => `https://hit${n}.example/`);
const mark = fc.constantFrom(
  (n: number) => `[${n}]`,
  (n: number) => `[^${n}]`,
  (n: number) => `【${n}】`,
);
const item = fc.constantFrom(
  (n: number) => `${n}. `,
  (n: number) => `[${n}] `,
  (n: number) => `[^${n}]: `,
  (n: number) => `- [${n}] `,
  (n: number) => `**${n}.** `,
);
const heading = fc.constantFrom(
  "Sources:",
  "## 参考文献",
  "**Quellen**",
  "출처:",
);
const date = fc.constantFrom(
  "",
  " (2025-01-03)",
  " — Jan 3, 2025",
  "（2025年1月3日）",
  ` (${TODAY})`,
  " (accessed 2025-01-03)",
);

function read(output: unknown[], maxCitations: number): Answer {
  return readAnswer({ output }, {
    model: "m",
    domains: [],
    maxCitations,
    today: TODAY,
    store: true,
  });
}

Deno.test("readAnswer() gives every number its source, whatever the cap", () => {
  fc.assert(fc.property(
    fc.uniqueArray(page, { minLength: 1, maxLength: 14 }),
    fc.array(fc.integer({ min: 0, max: 13 }), { minLength: 1, maxLength: 9 }),
    mark,
    item,
    heading,
    date,
    fc.integer({ min: 1, max: 10 }),
    fc.array(hit),
    (pages, picks, asMark, asItem, title, when, cap, hits) => {
      const numbers = picks.map((pick) => pick % pages.length + 1);
      const body = numbers.map((n) => `Claim ${asMark(n)}.`).join(" ");
      const list = pages.map((url, i) => `${asItem(i + 1)}${url}${when}`);
      const text = [body, "", title, ...list].join("\n");
      const { answer, citations } = read([search(...hits), message(text)], cap);
      assert.ok(answer.startsWith(`${body}\n\nSources:\n`), answer);
      const lines = answer.slice(body.length).trim().split("\n").slice(1);
      for (const n of numbers) {
        const line = lines.filter((l) =>
          l.startsWith(`[${n}] ${pages[n - 1]} (`)
        );
        assert.equal(line.length, 1, answer);
      }
      assert.equal(
        lines.length,
        Math.max(new Set(numbers).size, Math.min(cap, pages.length)),
      );
      assert.deepEqual(
        citations.map(({ url }) => url),
        lines.map((line) => line.split(" ")[1]).slice(0, 10),
      );
      const stated = when !== "" && !when.includes("accessed") &&
        !when.includes(TODAY);
      for (const { date_kind, published_at } of citations) {
        assert.equal(date_kind, stated ? "published" : "accessed");
        assert.equal(published_at, stated ? "2025-01-03" : TODAY);
      }
    },
  ));
});

Deno.test("readAnswer() cites nothing unused while something used is known", () => {
  const evidence = fc.constantFrom(
    "annotation",
    "list",
    "link",
    "open",
    "bare",
  );
  fc.assert(fc.property(
    fc.array(hit, { minLength: 1 }),
    page,
    evidence,
    fc.integer({ min: 1, max: 10 }),
    fc.boolean(),
    (hits, used, kind, cap, reported) => {
      const text = {
        annotation: "Claim.",
        list: `Claim.\n\nSources:\n- ${used}`,
        link: `Claim ([here](${used})).`,
        open: "Claim.",
        bare: `Claim, see ${used}.`,
      }[kind];
      const open = {
        type: "web_search_call",
        action: { type: "open_page", url: used },
      };
      const { citations } = read([
        search(...hits, ...reported ? [used] : []),
        ...kind === "open" ? [open] : [],
        message(text, kind === "annotation" ? [cite(used)] : []),
      ], cap);
      assert.deepEqual(citations.map(({ url }) => url), [used]);
    },
  ));
});

Deno.test("readAnswer() makes plain citations of any text and any source", () => {
  const junk = fc.string({ unit: "binary", maxLength: 40 });
  const url = fc.oneof(
    junk,
    junk.map((text) => `https://a.example/${text}`),
    fc.constantFrom(
      "javascript:alert(1)",
      "data:text/html,x",
      "HTTPS://A.example",
    ),
  );
  fc.assert(fc.property(
    fc.array(
      fc.oneof(
        junk,
        url,
        fc.constantFrom(
          "\n",
          "Sources:\n",
          "- ",
          "[1]",
          "```\n",
          "| ",
          "2025-01-02",
        ),
      ),
    ),
    fc.array(fc.record({ url, title: junk })),
    fc.array(fc.record({ type: junk, url }, { requiredKeys: [] })),
    (pieces, annotations, sources) => {
      const { answer, citations } = read([
        { type: "web_search_call", action: { type: "search", sources } },
        message(
          `Text. ${pieces.join("")}`,
          annotations.map((a) => ({ type: "url_citation", ...a })),
        ),
      ], 3);
      assert.notEqual(answer.trim(), "");
      for (const { url, title = "", published_at } of citations) {
        assert.match(url, /^(?:https?:\/\/\S+|[\w.-]{1,64})$/i);
        assert.equal(plain(url + title), url + title);
        assert.match(published_at, /^\d{4}-\d{2}-\d{2}$/);
      }
    },
  ));
});

Deno.test("readAnswer() takes nothing out of a text but its lists", () => {
  const part = fc.constantFrom(
    "Prose that says something.",
    "A short line without an end",
    "- An item of the answer\n- Another: 30 %",
    "1. A step\n2. The next one",
    "| Name | Price |\n|---|---|\n| X | 10 |",
    "## Sources of energy\nWind and sun.",
    "```yaml\nsources:\n  - https://code.example/ # [1] citeturn0search1\n```",
    "Use `sources: [https://code.example/]` here.",
    "Array: a[1], the interval [0, 1] and x[2] = 3;",
    "**Note:** this may change.",
    "| Page | Use |\n|---|---|\n| https://table.example/ | yes |",
    "> A quotation.",
  );
  const list = fc.constantFrom(
    "Sources:\n- https://s1.example/ (2025-01-03)\n- https://s2.example/",
    "### 出典\n\n1. [T](https://s1.example/)\n   説明です。\n2. https://s2.example/",
    "**References**\n\n| # | Page |\n|---|---|\n| 1 | https://s1.example/ |",
    "Source: https://s1.example/",
  );
  fc.assert(fc.property(
    fc.array(part, { minLength: 1, maxLength: 5 }),
    fc.array(part, { maxLength: 3 }),
    list,
    (before, after, sources) => {
      // To Markdown, items after a list belong to it.
      fc.pre(!/^(?:-|1\.)/.test(after[0] ?? ""));
      const text = [...before, sources, ...after].join("\n\n");
      const { answer } = read([search(), message(text)], 3);
      for (const kept of [...before, ...after]) {
        assert.ok(answer.includes(kept), `${kept}\n---\n${answer}`);
      }
      assert.equal(answer.match(/^Sources:$/gm)?.length, 1, answer);
      assert.doesNotMatch(answer, /出典|References|^Source: /m);
    },
  ));
});
