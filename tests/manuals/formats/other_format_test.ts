import assert from "node:assert/strict";
import {
  type Format,
  FormatTable,
} from "../../../src/manuals/formats/format.ts";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import type { Section } from "../../../src/manuals/formats/section.ts";
import { openFinder, openManuals } from "../../../src/manuals/mod.ts";
import { ask, findSettings, pathsFor } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

/** All there is to another format: a line that begins with `=` is a heading. */
const EQUALS: Format = {
  name: "Equals",
  type: "eq",
  endings: [".eq"],
  hasSections: true,
  parse(text) {
    const starts = [...text.matchAll(/^= ?(.*)$/gm)];
    const sections = starts.map(({ index, 1: title = "" }, i): Section => {
      const end = starts[i + 1]?.index ?? text.length;
      const startLine = text.slice(0, index).split("\n").length;
      const bodyStart = text.indexOf("\n", index) + 1 || end;
      const range = { start: index, bodyStart, ownEnd: end, end };
      return { title, level: 1, startLine, ...range };
    });
    return { sections };
  },
  searchText: (text) => text.replaceAll("zebr4", "zebra"),
};

const formats = new FormatTable([...FORMATS.formats, EQUALS]);
const FILES = {
  "guide/a.eq": "= One\nfirst\n= Two\nzebr4 crossing\n",
  "guide/b.md": "# B\nother\n",
};

Deno.test("a format of one file and one line is listed, outlined and read", async () => {
  using root = makeManualRoot(FILES);
  const manuals = openManuals({ root: root.path, formats });
  const { items } = await manuals.ls({ id: "guide" });
  assert.deepEqual(items.map(({ file_type }) => file_type), ["eq", "md"]);
  const toc = await manuals
    .toc({ manual_id: "guide", path_prefix: "a.eq", depth: "deep" });
  assert.deepEqual(toc.items[0]?.headings, [
    { title: "One", line_start: 1 },
    { title: "Two", line_start: 3 },
  ]);
  const at = { manual_id: "guide", path: "a.eq", start_line: 3 };
  const section = await manuals.read({ ref: at });
  assert.equal(section.text, "= Two\nzebr4 crossing\n");
  assert.equal((await manuals.scan(at)).text, section.text);
});

Deno.test("a format of one file and one line is found by what it is searched by", async () => {
  using root = makeManualRoot(FILES);
  const settings = findSettings();
  const finder = openFinder({ root: root.path, settings, formats });
  assert.deepEqual(await pathsFor(finder, ask("zebra crossing", "zebra")), [
    "a.eq",
  ]);
  const plain = openFinder({ root: root.path, settings });
  const { summary } = await plain.find(ask("zebra crossing", "zebra"));
  assert.deepEqual([summary.scanned_files, summary.candidates], [1, 0]);
});

Deno.test("an index that was kept is brought up to date for another format", async () => {
  using root = makeManualRoot(FILES);
  using cache = makeManualRoot();
  const options = {
    root: root.path,
    settings: findSettings(),
    cacheDir: cache.path,
  };
  const before = openFinder(options);
  assert.equal((await before.find(ask("zebra"))).summary.scanned_files, 1);
  await before.settled();
  const after = openFinder({ ...options, formats });
  assert.deepEqual(await pathsFor(after, ask("zebra")), ["a.eq"]);
  await after.settled();
});
