import assert from "node:assert/strict";
import { compact } from "../../../../../src/manuals/search/local/index/compact.ts";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import type { Segment } from "../../../../../src/manuals/search/local/index/segment.ts";
import { SegmentBuilder } from "../../../../../src/manuals/search/local/index/segment_builder.ts";
import { Slices } from "../../../../../src/manuals/search/local/index/slices.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { ManualClock } from "../../../../kit/manual_clock.ts";
import { segmentOf } from "../../../../kit/segments.ts";

function compacted(segments: readonly Segment[]): Promise<readonly Segment[]> {
  return compact(segments, new CharClasses(), new Slices(new ManualClock()));
}

/** The paths of the files of each segment. */
function pathsOf(segments: readonly Segment[]): string[][] {
  return segments.map((segment) =>
    Array.from({ length: segment.fileCount }, (_, file) => segment.path(file))
  );
}

Deno.test("compact() joins small segments, and leaves one alone as it is", async () => {
  const segments = [
    segmentOf({ "a.md": "A\na" }),
    segmentOf({ "b.md": "B\n" }),
  ];
  const joined = await compacted(segments);
  assert.deepEqual(pathsOf(joined), [["a.md", "b.md"]]);
  assert.equal(await compacted(joined), joined);
});

Deno.test("compact() leaves nothing of what is dead", async () => {
  const one = segmentOf({ "a.md": "A\nalpha", "b.md": "B\nbeta" });
  one.kill(0);
  const [left] = await compacted([one]);
  assert.deepEqual(pathsOf(left ? [left] : []), [["b.md"]]);
  assert.equal(left?.findList("alpha"), -1);
  left?.kill(0);
  assert.deepEqual(await compacted(left ? [left] : []), []);
});

Deno.test("compact() counts a file once that the next segment goes on with", async () => {
  const builder = new SegmentBuilder(new CharClasses());
  const entry = { title: "", moreTitle: "", lead: "", text: "", context: "" };
  builder.addFile("large.md");
  for (let line = 1; line <= 65_535; line++) {
    builder.addSection({ ...entry, line, start: 0, end: 0 });
  }
  const segments = [segmentOf({ "a.md": "A\na" }), builder.finish()];
  const joined = await compacted(segments);
  assert.deepEqual(pathsOf(joined), [["a.md", "large.md"], ["large.md"]]);
  const { files, sections } = new IndexView(joined);
  assert.deepEqual([files, sections], [2, 65_536]);
  joined[0]?.kill(1);
  joined[1]?.kill(0);
  const left = new IndexView(joined);
  assert.deepEqual([left.files, left.sections], [1, 1]);
});
