import assert from "node:assert/strict";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { ONCE } from "../../../../../src/manuals/search/local/index/posting_list.ts";
import type { Segment } from "../../../../../src/manuals/search/local/index/segment.ts";
import { SegmentBuilder } from "../../../../../src/manuals/search/local/index/segment_builder.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { segmentOf } from "../../../../kit/segments.ts";

/** The entries of a short list: section and packed frequency. */
function entries(segment: Segment, term: string): number[][] {
  const list = segment.findList(term);
  const { listStart, postings } = segment.columns;
  if (list < 0) return [];
  const bytes = [...postings.subarray(listStart[list], listStart[list + 1])];
  const found: number[][] = [];
  let section = -1;
  for (let head = bytes.shift(); head !== undefined; head = bytes.shift()) {
    assert.ok(head < 0x80, "A distance of one byte");
    section += head >> 1;
    found.push([section, head % 2 === 0 ? ONCE : bytes.shift() ?? 0]);
  }
  return found;
}

Deno.test("SegmentBuilder() counts body, title and context apart", () => {
  const segment = segmentOf({
    "a.md": "Node\nnode node",
    "b.md": "Other\nnode",
    "node.md": "Third\ntext",
  });
  // Title 1, body 2; body 1; context 1.
  assert.deepEqual(entries(segment, "node"), [[0, 16 + 2], [1, 1], [2, 64]]);
  assert.equal(segment.listSections[segment.findList("node")], 2);
});

Deno.test("SegmentBuilder() never pairs characters across punctuation or fields", () => {
  const segment = segmentOf({ "a.md": "保険\n料金。支払" });
  assert.deepEqual(entries(segment, "保険"), [[0, 16]]);
  assert.deepEqual(entries(segment, "料金"), [[0, 1]]);
  assert.equal(segment.findList("険料"), -1);
  assert.equal(segment.findList("金支"), -1);
});

Deno.test("SegmentBuilder() counts every pair of a text with thousands of them", () => {
  const chars = Array.from({ length: 5000 }, (_, i) => 0x4e00 + i);
  const segment = segmentOf({ "a.md": `\n${String.fromCharCode(...chars)}` });
  for (let i = 1; i < chars.length; i++) {
    const pair = String.fromCharCode(...chars.slice(i - 1, i + 1));
    assert.equal(segment.listSections[segment.findList(pair)], 1, pair);
  }
});

Deno.test("Segment() finds nothing for what is not there", () => {
  const segment = segmentOf({ "a.md": "T\nalpha" });
  assert.equal(segment.findList("beta"), -1);
  assert.equal(segment.findList(""), 0);
});

Deno.test("Segment.kill() leaves the counts of a segment without the file", () => {
  const texts = {
    "a.md": "申請 A\n手続きの方法 AB-123",
    "b.md": "申請 B\n方法 方法 node",
  };
  const segment = segmentOf(texts);
  segment.kill(0);
  segment.kill(0);
  const without = segmentOf({ "b.md": texts["b.md"] });
  assert.equal(segment.liveSections, without.liveSections);
  assert.equal(segment.liveTokens, without.liveTokens);
  for (const term of ["申請", "方法", "手続", "ab123", "node", "申"]) {
    assert.equal(
      segment.listSections[segment.findList(term)] ?? 0,
      without.listSections[without.findList(term)] ?? 0,
      term,
    );
  }
  const [view, other] = [segment, without].map((one) => new IndexView([one]));
  assert.deepEqual(
    [view?.rows, view?.files, view?.sections, view?.sectionsWith("申請")],
    [other?.rows, other?.files, other?.sections, 1],
  );
});

Deno.test("SegmentBuilder.addFrom() drops what is dead, and nothing else", () => {
  const texts = {
    "a.md": "一つ目\n秘密のことば secret",
    "b.md": "二つ目\n公開のことば。公開 public",
  };
  const segment = segmentOf(texts);
  segment.kill(0);
  const builder = new SegmentBuilder(new CharClasses());
  builder.addFrom(segment, 0);
  const copied = builder.finish();
  const fresh = segmentOf({ "b.md": texts["b.md"] });
  assert.equal(copied.findToken("secret"), -1);
  assert.deepEqual(copied.columns.postings, fresh.columns.postings);
  assert.deepEqual(copied.columns.tokens, fresh.columns.tokens);
  assert.equal(copied.title(0), "二つ目");
});

Deno.test("IndexView() counts a section in parts once, and a dead one not at all", () => {
  const builder = new SegmentBuilder(new CharClasses());
  const entry = { moreTitle: "", lead: "", text: "node", start: 0, end: 4 };
  for (
    const [path, lines] of Object.entries({ "a.md": [1, 1, 5], "b.md": [5] })
  ) {
    builder.addFile(path);
    for (const line of lines) {
      builder.addSection({ ...entry, line, title: "T", context: "" });
    }
  }
  const segment = builder.finish();
  const counts = (): number[] => {
    const { rows, sections, files } = new IndexView([segment]);
    return [rows, sections, files];
  };
  assert.deepEqual(counts(), [4, 3, 2]);
  segment.kill(0);
  assert.deepEqual(counts(), [1, 1, 1]);
});

Deno.test("IndexView() remembers a bounded number of terms", () => {
  const view = new IndexView([segmentOf({ "a.md": "Node\nnode" })]);
  const first = view.find("node");
  assert.equal(view.find("node"), first);
  for (let i = 0; i < 1000; i++) view.find(`term${i}`);
  assert.notEqual(view.find("node"), first);
  assert.deepEqual(view.find("node"), first);
});
