import assert from "node:assert/strict";
import { sectionEntries } from "../../../../../src/manuals/search/local/index/section_entries.ts";
import { MAX_PART_CHARS } from "../../../../../src/manuals/search/local/index/segment_builder.ts";
import { FORMATS } from "../../../../../src/manuals/formats/formats.ts";
import { growth } from "../../../../kit/growth.ts";

function entries(path: string, text: string): {
  title: string;
  line: number;
  body: string;
  lead: string;
  context: string;
}[] {
  return [...sectionEntries(path, text, FORMATS.parse(path, text))].map((
    entry,
  ) => ({
    title: entry.title,
    line: entry.line,
    body: entry.text.slice(entry.start, entry.end).trim(),
    lead: entry.lead,
    context: entry.context,
  }));
}

Deno.test("sectionEntries() takes each section's own text without its heading", () => {
  const text = "# A\none\n## B\ntwo\n\nSetext\n===\nthree\n";
  assert.deepEqual(entries("dir/a.md", text), [
    { title: "A", line: 1, body: "one", lead: "", context: "dir/a" },
    { title: "B", line: 3, body: "two", lead: "", context: "A" },
    { title: "Setext", line: 6, body: "three", lead: "", context: "" },
  ]);
});

Deno.test("sectionEntries() knows all three line ends", () => {
  const text = "# A\none\n## B\ntwo\n\nSetext\n===\nthree\n";
  const plain = entries("a.md", text);
  assert.deepEqual(entries("a.md", text.replaceAll("\n", "\r\n")), plain);
  assert.deepEqual(entries("a.md", text.replaceAll("\n", "\r")), plain);
});

Deno.test("sectionEntries() indexes the description of the front matter once", () => {
  const text = "---\ntitle: T\ndescription: about it\n---\n# A\nx\n# B\ny\n";
  const leads = entries("a.md", text).map(({ lead }) => lead);
  assert.deepEqual(leads.filter((lead) => lead !== ""), ["about it"]);
});

Deno.test("sectionEntries() adds the front matter's title to the heading in its place", () => {
  const titles = (text: string): string[] =>
    [...sectionEntries("a.md", text, FORMATS.parse("a.md", text))]
      .map(({ title, moreTitle, context }) =>
        `${title}+${moreTitle} in ${context}`
      );
  assert.deepEqual(titles("---\ntitle: T\n---\n## A\nx\n## B\ny\n"), [
    "A+T in a",
    "B+ in T",
  ]);
  // Shown already: by the preamble, or by a heading that repeats it.
  assert.deepEqual(titles("---\ntitle: T\n---\np\n## A\nx\n"), [
    "T+ in a",
    "A+ in T",
  ]);
  assert.deepEqual(titles("---\ntitle: T\n---\n# T\nx\n## A\ny\n"), [
    "T+ in a",
    "A+ in T",
  ]);
});

Deno.test("sectionEntries() cuts a long section into parts that add up to it", () => {
  const body = "word word word\n".repeat(2000);
  const text = `# Long\n${body}`;
  const all = [...sectionEntries("a.md", text, FORMATS.parse("a.md", text))];
  assert.equal(all.length > 3, true);
  assert.equal(
    all.every(({ start, end }) => end - start <= MAX_PART_CHARS),
    true,
  );
  const joined = all.map(({ start, end }) => text.slice(start, end)).join("");
  assert.equal(joined, body);
  assert.deepEqual(new Set(all.map(({ line }) => line)), new Set([1]));
});

Deno.test("sectionEntries() cuts a long line in linear time", () => {
  const cut = (words: number): void => {
    const text = "word ".repeat(words);
    const parsed = FORMATS.parse("a.md", text);
    const count = [...sectionEntries("a.md", text, parsed)].length;
    assert.equal(count, Math.ceil(text.length / MAX_PART_CHARS));
  };
  assert.ok(growth(cut, 150_000) < 4);
});

Deno.test("sectionEntries() cuts no word of a long line in two", () => {
  const text = `${"a".repeat(60)} E1234567 `.repeat(400);
  const parsed = FORMATS.parse("a.md", text);
  for (const { start, end } of sectionEntries("a.md", text, parsed)) {
    assert.match(text.slice(start, end), /^(?:a{60}|E1234567) .* $|^$/s);
  }
});
