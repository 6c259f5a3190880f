import assert from "node:assert/strict";
import { RelativeLengths } from "../../../../../src/manuals/search/local/index/relative_lengths.ts";
import { SegmentBuilder } from "../../../../../src/manuals/search/local/index/segment_builder.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";

Deno.test("RelativeLengths.fill() measures a whole file, whichever section asks", () => {
  const builder = new SegmentBuilder(new CharClasses());
  const files = { "a.md": ["x y", "x", "x y z"], "b.md": ["x y z z z"] };
  for (const [path, texts] of Object.entries(files)) {
    builder.addFile(path);
    texts.forEach((text, i) =>
      builder.addSection({
        line: i + 1,
        title: "",
        moreTitle: "",
        lead: "",
        text,
        start: 0,
        end: text.length,
        context: "not its own",
      })
    );
  }
  const segment = builder.finish();
  for (const asked of [0, 1, 2]) {
    const lengths = new RelativeLengths(segment, 1, 0.5);
    lengths.fill(asked);
    assert.deepEqual([...lengths.sections], [2, 1, 3, -1], `asked ${asked}`);
    assert.deepEqual([...lengths.files], [3, 0]);
  }
});
