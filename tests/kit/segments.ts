import type { Segment } from "../../src/manuals/search/local/index/segment.ts";
import { SegmentBuilder } from "../../src/manuals/search/local/index/segment_builder.ts";
import { CharClasses } from "../../src/manuals/search/local/tokens/char_class.ts";

/** A segment with one section a text, each in a file of its own. */
export function segmentOf(
  texts: Readonly<Record<string, string>>,
): Segment {
  const builder = new SegmentBuilder(new CharClasses());
  for (const [path, text] of Object.entries(texts)) {
    const [title = "", ...body] = text.split("\n");
    builder.addFile(path);
    const rest = body.join("\n");
    builder.addSection({
      line: 1,
      title,
      moreTitle: "",
      lead: "",
      text: rest,
      start: 0,
      end: rest.length,
      context: path,
    });
  }
  return builder.finish();
}
