import assert from "node:assert/strict";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import { countLines } from "../../../src/manuals/formats/lines.ts";
import { pageTitle } from "../../../src/manuals/formats/section.ts";
import { commonmarkHeadings } from "../../kit/commonmark_oracle.ts";

/** A file's sections as `title@line-ownEnd-end:level`, all in lines. */
function outline(text: string, path = "dir/page.md"): string[] {
  const lineAt = (end: number): number => countLines(text.slice(0, end));
  return FORMATS.parse(path, text).sections.map((s) =>
    `${s.title}@${s.startLine}-${lineAt(s.ownEnd)}-${lineAt(s.end)}:${s.level}`
  );
}

Deno.test("FORMATS.parse() gives each heading its own text and its whole range", () => {
  assert.deepEqual(outline("# A\na\n## B\nb\n### C\n## D\n# E\n"), [
    "A@1-2-6:1",
    "B@3-4-5:2",
    "C@5-5-5:3",
    "D@6-6-6:2",
    "E@7-7-7:1",
  ]);
});

Deno.test("FORMATS.parse() offsets give the text of each section", () => {
  const text = "pre\r\n\r\n# A\r\na\r\n## B\r\nb";
  const { sections } = FORMATS.parse("x.md", text);
  const own = sections.map((s) => text.slice(s.start, s.ownEnd));
  assert.deepEqual(own, ["pre\r\n\r\n", "# A\r\na\r\n", "## B\r\nb"]);
  assert.equal(own.join(""), text);
  assert.equal(
    text.slice(sections[1]?.start, sections[1]?.end),
    "# A\r\na\r\n## B\r\nb",
  );
});

Deno.test("FORMATS.parse() removes the closing #s of ATX headings only", () => {
  const text = "# A ##\n## #\n# B#\n# C \\#\n#\nD ##\n---\nE\n#F #\n===\n";
  const titles = FORMATS.parse("x.md", text).sections.map((s) => s.title);
  assert.deepEqual(titles, ["A", "", "B#", "C #", "", "D ##", "E #F #"]);
  assert.deepEqual(titles, commonmarkHeadings(text).map((h) => h.text));
});

Deno.test("FORMATS.parse() makes text before the first heading a section", () => {
  assert.deepEqual(outline("intro\n\n# A\n"), ["page@1-2-2:0", "A@3-3-3:1"]);
  assert.deepEqual(outline("\n \n# A\n"), ["A@3-3-3:1"]);
});

Deno.test("pageTitle() is the first heading, what stands above it being no matter", () => {
  const titles: readonly (readonly [text: string, title: string])[] = [
    ["# One\ntext\n\n# Two\ntext\n", "One"],
    ["[badge]\n\n# One\ntext\n\n# Two\ntext\n", "One"],
    ["---\ntitle: Front\n---\n# One\n", "Front"],
    ["text\n\n## Deep\ntext\n", "a"],
  ];
  for (const [text, title] of titles) {
    assert.equal(pageTitle(FORMATS.parse("a.md", text)), title, text);
  }
});

Deno.test("FORMATS.parse() titles the preamble by the front matter", () => {
  const text = "---\ntitle: T\ndescription: D\n---\n\nintro\n\n## B\n";
  assert.deepEqual(outline(text), ["T@5-7-7:0", "B@8-8-8:2"]);
  const { title, description } = FORMATS.parse("x.md", text);
  assert.deepEqual([title, description], ["T", "D"]);
});

Deno.test("FORMATS.parse() keeps a first heading's own title beside the file's", () => {
  const parsed = FORMATS.parse("x.md", "---\ntitle: T\n---\n# Own\n");
  assert.equal(parsed.sections[0]?.title, "Own");
  assert.equal(parsed.title, "T");
});

Deno.test("FORMATS.parse() gives a file without headings one section", () => {
  assert.deepEqual(outline(""), ["page@1-1-1:0"]);
  assert.deepEqual(outline("a\nb\n"), ["page@1-2-2:0"]);
});

Deno.test("FORMATS.parse() gives front matter alone a section without own text", () => {
  const text = "---\ntitle: T\n---\n";
  const [section, ...others] = FORMATS.parse("x.md", text).sections;
  assert.equal(others.length, 0);
  assert.equal(section?.title, "T");
  assert.deepEqual([section?.start, section?.ownEnd, section?.end], [
    0,
    0,
    text.length,
  ]);
});

Deno.test("FORMATS.parse() makes a JSON file one section, whatever it holds", () => {
  assert.deepEqual(outline('{\n"# no": 1\n}\n', "a/b.JSON"), [
    "b.JSON@1-3-3:0",
  ]);
});

Deno.test("FORMATS.parse() names a file without a title by its name, in any case", () => {
  assert.equal(FORMATS.parse("a/GUIDE.MD", "text").sections[0]?.title, "GUIDE");
});

Deno.test("FORMATS.searchText() parts words where a JSON file's controls do", () => {
  const text = String.raw`"a\rb\bc\fd\te\nf\"\u3042"`;
  assert.equal(FORMATS.searchText("a.json", text), '"a\nb c d\te\nf"あ"');
  assert.equal(FORMATS.searchText("a.md", text), text);
});

Deno.test("FORMATS.of() goes by the ending alone, in any case", () => {
  const types = ["a.md", "A.MD", "x/b.Json", "md", "a.html", "a.md.txt", ".md"]
    .map((path) => FORMATS.of(path)?.type);
  assert.deepEqual(types, [
    "md",
    "md",
    "json",
    undefined,
    undefined,
    "txt",
    "md",
  ]);
});

Deno.test("FORMATS.parse() makes a text file one section that can be read", () => {
  assert.deepEqual(outline("# no\n\nheading\n", "a/notes.TXT"), [
    "notes.TXT@1-3-3:0",
  ]);
  assert.equal(FORMATS.of("a.txt")?.hasSections, true);
});
