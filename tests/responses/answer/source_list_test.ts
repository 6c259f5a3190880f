import assert from "node:assert/strict";
import { namesOf } from "../../../src/responses/answer/page_names.ts";
import { splitSources } from "../../../src/responses/answer/source_list.ts";
import { sourceKey } from "../../../src/responses/answer/source_url.ts";

interface Split {
  body: string;
  /** Of publication, by source key. */
  dates: Map<string, string>;
}

function split(text: string, ids: string[] = []): Split {
  const { body, entries } = splitSources(text, {
    ids,
    pages: namesOf([]),
    today: "2026-11-16",
  });
  const dates = new Map<string, string>();
  for (const { url, date } of entries.flatMap((entry) => entry.sources)) {
    const key = sourceKey(url);
    if (date !== undefined && !dates.has(key)) dates.set(key, date);
  }
  return { body, dates };
}

function datesOf(text: string, ids: string[] = []): Record<string, string> {
  return Object.fromEntries(split(text, ids).dates);
}

Deno.test("splitSources() takes off a list under any of its headings", () => {
  const list = "- https://a.com/x (2025-01-02)";
  const headings = [
    "Sources:",
    "sources",
    "**Sources:**",
    "**Sources**:",
    "## Sources",
    "Source:",
    "出典:",
    "出典：",
    "### 情報源",
    "**参考**",
    "参考文献：",
    "参考リンク:",
    "*Sources:*",
    "_Sources_",
    "### ***Sources***",
    "【出典】",
    "**出典（2件）**：",
    "Sources (accessed 2025-02-03):",
    "Sources used:",
  ];
  for (const heading of headings) {
    const { body, dates } = split(`Text.\n\n${heading}\n\n${list}\n`);
    assert.equal(body, "Text.", heading);
    assert.equal(dates.get("https://a.com/x"), "2025-01-02", heading);
  }
});

Deno.test("splitSources() keeps prose that only starts with such a word", () => {
  const texts = [
    "Sources differ on this.\n- one\n- two",
    "参考までに、例を示します。",
    "参考: これは重要な点です。",
    "Sources of energy:\n- wind",
    "Sources:\nThey differ from each other.",
    "Sources:\n\nThey differ from each other.\n\nSo do these.",
    "Sources:\n- https://a.com/\n- The Almanac\nThey differ.",
    "```yaml\nSources:\n- https://a.com/\n```",
    "Sources:\n- https://a.com/\n- a remark without a source.\n\nMore text.",
    "Fact [1].\n  A remark.\n1. https://a.com/",
  ];
  for (const text of texts) assert.equal(split(text).body, text);
});

Deno.test("splitSources() takes out a list in mid-text and keeps the rest", () => {
  const { body } = split(
    "First.\n\nSources:\n- https://a.com/ (2025-01-02)\n\nThat is all.",
  );
  assert.equal(body, "First.\n\nThat is all.");
  const close = "First.\n\n\nSources:\n- https://a.com/\nThat is all.";
  assert.equal(split(close).body, "First.\n\nThat is all.");
  const dated = "First.\n\nSources:\n- Almanac (2025-01-02)\n\nThat is all.";
  assert.equal(split(dated).body, "First.\n\nThat is all.");
  const inline = "First.\n\nSources: HTTPS://a.com/\n\nThat is all.";
  assert.equal(split(inline).body, "First.\n\nThat is all.");
  const next = "First.\n\nSources:\n- https://a.com/\n\n###### Next\nEnd.";
  assert.equal(split(next).body, "First.\n\n###### Next\nEnd.");
  for (let level = 1; level <= 6; level++) {
    const heading = `${"#".repeat(level)} What https://b.com/ says`;
    const text = `First.\n\nSources:\n- https://a.com/\n\n${heading}\nEnd.`;
    assert.equal(split(text).body, `First.\n\n${heading}\nEnd.`);
  }
  const gap = "First.\n\n\nSources:\n- https://a.com/";
  assert.equal(split(gap).body, "First.");
});

Deno.test("splitSources() reads lines that end as on Windows", () => {
  const text =
    "Text.\r\n\r\nSources:\r\n- https://a.com/ (2025-01-02)\r\n\r\nMore.\r\n\r\nEnd.";
  const { body, dates } = split(text);
  assert.equal(body, "Text.\r\n\r\nMore.\r\n\r\nEnd.");
  assert.equal(dates.get("https://a.com"), "2025-01-02");
});

Deno.test("splitSources() reads no date outside the list", () => {
  const text =
    "Since 2020-01-02 at https://a.com/\n\nSources:\n- https://a.com/";
  assert.deepEqual(datesOf(text), {});
});

Deno.test("splitSources() keeps what the model says after its list", () => {
  const list = "Sources:\n- https://a.com/ (2025-01-02)";
  const remarks = [
    "**Note:** prices may change daily.",
    "1.5 million people live there.",
    "※価格は変動します",
    "As of 2025-03-04 (JST)",
    "One remark\nin two lines",
  ];
  for (const remark of remarks) {
    const { body, dates } = split(`Text.\n\n${list}\n\n${remark}`);
    assert.equal(body, `Text.\n\n${remark}`);
    assert.deepEqual([...dates], [["https://a.com", "2025-01-02"]]);
  }
  const mixed = `Text.\n\n${list}\n- The Almanac\n\nA remark`;
  assert.equal(split(mixed).body, "Text.\n\nA remark");
  for (const entries of ["- https://a.com/\n\n- Almanac", "https://a.com/"]) {
    const text = `Text.\n\nSources:\n${entries}\n\nA remark`;
    assert.equal(split(text).body, "Text.\n\nA remark");
  }
  const inline = "Text.\n\nSources: https://a.com/\nThe Almanac\n\nA remark";
  assert.equal(split(inline).body, "Text.\n\nA remark");
  const lines = "Text.\n\nSources:\nhttps://a.com/\nThe Almanac";
  assert.equal(split(lines).body, "Text.");
  const names = "Text.\n\nSources:\n\nThe Almanac\n\nA Gazetteer";
  assert.equal(split(names).body, names);
  assert.equal(split(`${names}, 2025-01-02`).body, "Text.");
});

Deno.test("splitSources() takes a rule for the end of a list", () => {
  for (const rule of ["---", "***", "_ _ _"]) {
    const text = `Text.\n\nSources:\n- https://a.com/\n\n${rule}\n\nMore.`;
    assert.equal(split(text).body, `Text.\n\n${rule}\n\nMore.`);
  }
});

Deno.test("splitSources() reads a list on the heading's own line", () => {
  const text =
    "Text.\n出典: https://a.com/ (2025-01-02), https://b.com/ (2025-03-04)";
  assert.equal(split(text).body, "Text.");
  assert.deepEqual(datesOf(text), {
    "https://a.com": "2025-01-02",
    "https://b.com": "2025-03-04",
  });
});

Deno.test("splitSources() gives each source the date beside it", () => {
  assert.deepEqual(
    datesOf(
      "T\n\nSources:\n1. [A](https://a.com/2020-01-01/p) — 2025-01-02\n2. 2025-03-04: https://b.com/\n3. Site C\n   https://c.com/\n   2025-05-06\n4. https://d.com/\n5. oai-weather (2025-08-09)",
      ["oai-weather"],
    ),
    {
      "https://a.com/2020-01-01/p": "2025-01-02",
      "https://b.com": "2025-03-04",
      "https://c.com": "2025-05-06",
      "oai-weather": "2025-08-09",
    },
  );
});

Deno.test("splitSources() reads dates before addresses on lines of their own", () => {
  assert.deepEqual(
    datesOf(
      "T\nSources:\n2025-01-02 https://a.com/\n2025-03-04 https://b.com/",
    ),
    { "https://a.com": "2025-01-02", "https://b.com": "2025-03-04" },
  );
});

Deno.test("splitSources() tells whose a date is where several stand together", () => {
  const [a, b, c] = ["https://a.com", "https://b.com", "https://c.com"];
  const ids = [
    "oai-weather",
    "feed-2024-01-01",
    "2024-02-02-feed",
    "2024-03-03",
  ];
  const cases: [string, Record<string, string>][] = [
    [`- ${a} (2025-01-02, accessed 2025-03-04)`, { [a]: "2025-01-02" }],
    [`- ${a} (2025-01-02)\n- ${a} (2025-03-04)`, { [a]: "2025-01-02" }],
    [`- 2020-01-02: ${a} (2025-01-02)`, { [a]: "2025-01-02" }],
    [`- 2025-01-02: ${a} ${b}`, {}],
    [`- ${a} ${b} ${c} (2025-01-02)`, { [c]: "2025-01-02" }],
    [`- ${a}\n  Site A\n  2025-01-02`, { [a]: "2025-01-02" }],
    [`- oai-weather (2025-01-02), ${a} (2025-03-04)`, {
      [a]: "2025-03-04",
      "oai-weather": "2025-01-02",
    }],
    [`${a} (2025-01-02)\noai-weather (2025-03-04)`, {
      [a]: "2025-01-02",
      "oai-weather": "2025-03-04",
    }],
    ["- feed-2024-01-01 (2025-01-02)", { "feed-2024-01-01": "2025-01-02" }],
    ["- 2024-02-02-feed", {}],
    ["- 2024-03-03", {}],
    [`- [Notes (2024-02-02)](${a})`, {}],
    [`- ${b} [2024-02-02](${a})`, {}],
    [`- HTTPS://a.com (2025-01-02)\nHTTPS://b.com`, { [a]: "2025-01-02" }],
  ];
  for (const [list, dates] of cases) {
    assert.deepEqual(datesOf(`T\n\nSources:\n${list}`, ids), dates, list);
  }
});

Deno.test("splitSources() believes no date that does not exist", () => {
  const dates = datesOf(
    "T\nSources:\n- https://a.com/ (2025-02-30)\n- https://b.com/ (2025-13-01)\n- https://c.com/ (12025-01-011)",
  );
  assert.deepEqual(dates, {});
  for (const date of ["2025-00-10", "2025-01-00"]) {
    assert.deepEqual(datesOf(`Sources:\n- https://a.com/ (${date})`), {}, date);
  }
  for (const date of ["2025-01-01", "2025-12-31", "2024-02-29"]) {
    const found = datesOf(`Sources:\n- https://a.com/ (${date})`);
    assert.deepEqual(found, { "https://a.com": date });
  }
});

Deno.test("splitSources() reads the items of lists in several forms", () => {
  const cases: [string, (number | undefined)[]][] = [
    ["1. `https://a.com/`\n2. `https://b.com/`", [1, 2]],
    ["a.com\nb.com", [undefined, undefined]],
    ["- It is old. It is long. https://a.com/", [undefined]],
  ];
  for (const [list, numbers] of cases) {
    const { body, entries } = splitSources(`T.\n\nSources:\n${list}`, {
      ids: [],
      pages: namesOf([]),
      today: "2026-11-16",
    });
    assert.equal(body, "T.", list);
    assert.deepEqual(entries.map(({ number }) => number), numbers, list);
  }
});

Deno.test("splitSources() takes off the tags around several lists in one", () => {
  const { body } = split(
    "T.\n\n<details>\n<summary>Sources</summary>\n<ul>\n<li>https://a.com/</li>\n</ul>\n<ul>\n<li>https://b.com/</li>\n</ul>\n</details>",
  );
  assert.equal(body, "T.");
});
