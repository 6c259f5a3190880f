import assert from "node:assert/strict";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { countTerms } from "../../../../../src/manuals/search/local/index/count_terms.ts";
import {
  piecesOf,
  readPiece,
} from "../../../../../src/manuals/search/local/index/pieces.ts";
import type { Segment } from "../../../../../src/manuals/search/local/index/segment.ts";
import { SegmentBuilder } from "../../../../../src/manuals/search/local/index/segment_builder.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { segmentOf } from "../../../../kit/segments.ts";

const TEXTS = {
  "a.md": "Backups\nDaily. Restore with AB-123 and café.\nキュー再実行の手順。",
  "b/c.md": "API\nGET /v1/things\n\u{20BB7}野家",
  "empty.md": "",
};

function read(segments: readonly Segment[]): Segment[] {
  const classes = new CharClasses();
  return [...piecesOf(segments)].map(({ bytes }) => readPiece(bytes, classes));
}

function countsOf(segments: readonly Segment[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const segment of segments) countTerms(segment, counts, 1);
  return counts;
}

Deno.test("readPiece() gives back each file of a segment as it was indexed", () => {
  const whole = segmentOf(TEXTS);
  const pieces = read([whole]);
  assert.deepEqual(pieces.map((piece) => piece.path(0)), Object.keys(TEXTS));
  const [before, after] = [[whole], pieces].map((segments) => {
    const { rows, files, sections } = new IndexView(segments);
    const tokens = segments.reduce((sum, one) => sum + one.liveTokens, 0);
    return { rows, files, sections, tokens };
  });
  assert.deepEqual(after, before);
  assert.deepEqual(countsOf(pieces), countsOf([whole]));
});

/** A file of one section in many parts, and another one. */
function longSegment(): Segment {
  const builder = new SegmentBuilder(new CharClasses());
  const text = "alpha beta gamma delta epsilon zeta eta theta\n".repeat(150);
  const own = { text, start: 0, end: text.length, moreTitle: "", lead: "" };
  for (const [path, parts] of [["long.md", 20], ["x.md", 1]] as const) {
    builder.addFile(path);
    for (let i = 0; i < parts; i++) {
      builder.addSection({ ...own, line: 1, title: path, context: "" });
    }
  }
  return builder.finish();
}

Deno.test("piecesOf() cuts a long file, and its sections are counted once", () => {
  const whole = longSegment();
  const pieces = read([whole]);
  assert.ok(pieces.length > 2);
  const numbers = [...piecesOf([whole])].map((
    { path, number },
  ) => [path, number]);
  assert.deepEqual(numbers.slice(0, 2), [["long.md", 0], ["long.md", 1]]);
  assert.deepEqual(numbers.at(-1), ["x.md", 0]);
  for (const { columns } of pieces) assert.ok(columns.tokens.length <= 8000);
  const [before, after] = [[whole], pieces].map((segments) => {
    const { rows, files, sections } = new IndexView(segments);
    return { rows, files, sections };
  });
  assert.deepEqual(after, before);
});

Deno.test("piecesOf() tells the terms by which a file is found, titles twice", () => {
  const [piece] = piecesOf([segmentOf({ "a.md": "Restore\nrunning 再実行" })]);
  const terms = new TextDecoder().decode(piece?.terms).split(" ");
  const count = (term: string): number =>
    terms.filter((one) => one === term).length;
  assert.equal(count("restor"), 2);
  assert.equal(count("run"), 1);
  for (const term of ["再", "再実", "実", "実行", "行"]) {
    assert.equal(count(term), 1, term);
  }
});

Deno.test("countTerms() takes away what it added", () => {
  const counts = countsOf([segmentOf(TEXTS)]);
  for (const piece of read([segmentOf(TEXTS)])) countTerms(piece, counts, -1);
  assert.deepEqual([...counts].filter(([, count]) => count !== 0), []);
});
