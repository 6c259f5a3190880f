import assert from "node:assert/strict";
import {
  linkSegment,
  linksOf,
} from "../../../../../src/manuals/search/local/index/link_segment.ts";
import { hashName } from "../../../../../src/manuals/search/local/index/link_place.ts";
import {
  idTerm,
  piecesOf,
  readPiece,
} from "../../../../../src/manuals/search/local/index/pieces.ts";
import type { Segment } from "../../../../../src/manuals/search/local/index/segment.ts";
import { SegmentBuilder } from "../../../../../src/manuals/search/local/index/segment_builder.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";

const CLASSES = new CharClasses();

function build(): Segment {
  const builder = new SegmentBuilder(CLASSES);
  const add = (line: number, title: string, text: string, id = ""): void =>
    builder.addSection({
      ...{ line, title, id, text, start: 0, end: text.length },
      ...{ moreTitle: "", lead: "", context: "some path" },
    });
  builder.addFile("a.md", "Page A");
  builder.addLinks([
    { text: "the other page", target: "b.md" },
    { text: "the other page", target: "b.md" },
    { text: "再実行の手順", target: "b.md#run" },
  ]);
  add(1, "Alpha", "zebra apple zebra");
  add(5, "再実行", "ジョブの再実行をします", "run");
  builder.addFile("b.md", "");
  add(1, "Beta", "apple \ud800 pie");
  return builder.finish();
}

Deno.test("a piece keeps the ids of its sections, and is found by them", () => {
  const [a] = [...piecesOf([build()])];
  assert.ok(a);
  const { columns } = readPiece(a.bytes, CLASSES);
  assert.deepEqual([...columns.idSection], [1]);
  assert.deepEqual([...columns.idHash], [hashName("run")]);
  const terms = new TextDecoder().decode(a.terms).split(" ");
  assert.ok(terms.includes(idTerm(hashName("run"))));
});

Deno.test("a piece has its tokens in order, so that they can be looked up", () => {
  const [a, b] = [...piecesOf([build()])]
    .map(({ bytes }) => readPiece(bytes, CLASSES));
  assert.ok(a && b);
  assert.ok(a.findToken("zebra") >= 0);
  assert.ok(b.findToken("pie") >= 0);
  assert.equal(b.findToken("zebra"), -1);
  const { tokenOrder } = a.columns;
  assert.deepEqual([...tokenOrder], [...tokenOrder.keys()]);
});

Deno.test("linkSegment() holds the links that linksOf() tells, each once", () => {
  const links = [...linksOf([build()])];
  assert.deepEqual(links.map(({ path, place }) => [path, place]), [
    ["a.md", "b\na/b#"],
    ["a.md", "b\na/b#run"],
  ]);
  const segment = linkSegment(links, CLASSES);
  const { linkTokens, linkStart, linkFile } = segment.columns;
  assert.equal(segment.sectionCount, 0);
  assert.equal(linkFile.length, 2);
  const said = Array.from(
    linkTokens.subarray(linkStart[1], linkStart[2]),
    (token) => segment.token(token),
  );
  assert.equal(said.join(""), "再実行の手順");
});
