import assert from "node:assert/strict";
import { FORMATS } from "../../../../../src/manuals/formats/formats.ts";
import { compact } from "../../../../../src/manuals/search/local/index/compact.ts";
import { decodeIndex } from "../../../../../src/manuals/search/local/index/open_index.ts";
import { encodeIndex } from "../../../../../src/manuals/search/local/index/encode_index.ts";
import {
  hashName,
  linkPlace,
  pathKey,
} from "../../../../../src/manuals/search/local/index/link_place.ts";
import { LinkTargets } from "../../../../../src/manuals/search/local/index/link_targets.ts";
import { sectionEntries } from "../../../../../src/manuals/search/local/index/section_entries.ts";
import type { Segment } from "../../../../../src/manuals/search/local/index/segment.ts";
import { SegmentBuilder } from "../../../../../src/manuals/search/local/index/segment_builder.ts";
import { Slices } from "../../../../../src/manuals/search/local/index/slices.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { ManualClock } from "../../../../kit/manual_clock.ts";

function indexed(files: Readonly<Record<string, string>>): Segment {
  const builder = new SegmentBuilder(new CharClasses());
  for (const [path, text] of Object.entries(files)) {
    builder.addFile(path);
    builder.addLinks(FORMATS.links(path, text));
    const parsed = FORMATS.parse(path, text);
    for (const entry of sectionEntries(path, text, parsed)) {
      builder.addSection(entry);
    }
  }
  return builder.finish();
}

/** What every living link of some segments leads to: `from → path:line`. */
function led(segments: readonly Segment[]): string[] {
  const targets = new LinkTargets(segments);
  return segments.flatMap(({ columns, deadFiles }, at) =>
    [...columns.linkFile].flatMap((file, link) => {
      if (deadFiles[file] !== 0) return [];
      const from = segments[at]?.path(file);
      return targets.of(at, link).map((target) => {
        const segment = segments[target.segment];
        const line = target.section < 0
          ? ""
          : `:${segment?.columns.sectionLine[target.section]}`;
        return `${from} → ${segment?.path(target.file)}${line}`;
      });
    })
  );
}

Deno.test("pathKey() calls a file what a link would", () => {
  for (
    const [path, key] of [
      ["docs/Guide.md", "docs/guide"],
      ["docs/01-start/02_install.mdx", "docs/start/install"],
      ["docs/a/_index.md", "docs/a"],
      ["/docs/a/", "docs/a"],
      ["a/../b/./c.html", "b/c"],
      ["README.md", ""],
      ["2024.md", "2024"],
    ] as const
  ) {
    assert.equal(pathKey(path), key, path);
  }
});

Deno.test("linkPlace() reads what is relative in both ways that sites have", () => {
  assert.equal(linkPlace("a/b.md", "c.md#%C3%A4"), "a/c\na/b/c#ä");
  assert.equal(linkPlace("a/index.md", "c/"), "a/c#");
  assert.equal(linkPlace("a/b.md", "/x/y?z=1#w"), "/x/y#w");
  assert.equal(linkPlace("a/b.md", "#w"), "a/b#w");
  assert.equal(linkPlace("a/b.md", "%"), "a/%\na/b/%#");
});

Deno.test("hashName() is the same for a heading and what generators make of it", () => {
  const id = hashName("Getting Started, with Ünïcode!");
  assert.equal(hashName("getting-started-with-ünïcode"), id);
  assert.equal(hashName("_getting_started_with_ünïcode"), id);
  assert.notEqual(hashName("getting-stared-with-ünïcode"), id);
});

Deno.test("LinkTargets() finds files and sections by every kind of link", () => {
  const files = {
    "docs/a.md":
      "# A\n[x](b.md) [y](/site/docs/sub/c/#the-part) [z](#own) [w](sub/c.md#named)\n" +
      "[gone](nowhere.md) [self](a.md) [in itself](#nothing)\n## Own\n",
    "docs/b.md": "# B\n[up](../a/)\n",
    "docs/sub/c.md": "# C\n## The part\ntext\n## Other {#named}\n",
  };
  assert.deepEqual(led([indexed(files)]), [
    "docs/a.md → docs/b.md",
    "docs/a.md → docs/sub/c.md:2",
    "docs/a.md → docs/a.md:4",
    "docs/a.md → docs/sub/c.md:4",
    "docs/b.md → docs/a.md",
  ]);
});

Deno.test("LinkTargets() finds labels of the whole manual, if one section has them", () => {
  const rst = (label: string, title: string) =>
    `.. _${label}:\n\n${title}\n=====\n\ntext\n`;
  const files = {
    "a.rst": "A\n=\n\n:ref:`how to begin <start>` :ref:`two of it <both>`\n",
    "b.rst": rst("start", "First"),
    "c.rst": rst("both", "One"),
    "d.rst": rst("both", "Two"),
  };
  assert.deepEqual(led([indexed(files)]), ["a.rst → b.rst:3"]);
});

Deno.test("LinkTargets() prefers the tree that a link stands in, and never guesses", () => {
  const page = "# P\n";
  const files = {
    "en/docs/a.md": "# A\n[x](/docs/p/)\n",
    "ja/docs/a.md": "# A\n[x](/docs/p/)\n",
    "en/docs/p.md": page,
    "ja/docs/p.md": page,
    "top.md": "# T\n[x](/docs/p/)\n",
  };
  assert.deepEqual(led([indexed(files)]), [
    "en/docs/a.md → en/docs/p.md",
    "ja/docs/a.md → ja/docs/p.md",
  ]);
});

Deno.test("links survive being stored and compacted, and follow what changes", async () => {
  const one = indexed({
    "a.md": "# A\n[設定の方法](b.md#x) [the way](c.md)\n",
    "old.md": "# O\n[stale](c.md)\n",
  });
  const two = indexed({ "b.md": "# B\n## Why {#x}\n", "c.md": "# C\n" });
  const expected = ["a.md → b.md:2", "a.md → c.md"];
  one.kill(1);
  assert.deepEqual(led([one, two]), expected);
  const joined = await compact(
    [one, two],
    new CharClasses(),
    new Slices(new ManualClock()),
  );
  assert.equal(joined.length, 1);
  assert.deepEqual(led(joined), expected);
  const corpus = { files: [], dirs: [], skipped: [], endings: "" };
  const pieces = encodeIndex({
    corpus: corpus as never,
    problems: new Map(),
    segments: joined,
  });
  const bytes = new Uint8Array(
    await new Blob(pieces as BlobPart[]).arrayBuffer(),
  );
  assert.deepEqual(led(decodeIndex(bytes)?.segments ?? []), expected);
  // What a link leads to is gone: it leads nowhere.
  joined[0]?.kill(1);
  assert.deepEqual(led(joined), ["a.md → c.md"]);
});
