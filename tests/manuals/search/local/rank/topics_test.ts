import assert from "node:assert/strict";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { topicality } from "../../../../../src/manuals/search/local/rank/topics.ts";
import { segmentOf } from "../../../../kit/segments.ts";

Deno.test("topicality() tells what titles say from what stands below them", () => {
  const filler = Array.from({ length: 40 }, (_, i) => [`p${i}.md`, "page\nx"]);
  const view = new IndexView([
    segmentOf({
      ...Object.fromEntries(filler),
      "a.md": "taints\nnodes have taints at christmas",
      "b.md": "other\nat christmas",
    }),
  ]);
  assert.equal(topicality(view, "taint"), 1);
  assert.equal(topicality(view, "christma") < 0.5, true);
  // In nearly every section, and in none.
  assert.equal(topicality(view, "page"), 1);
  assert.equal(topicality(view, "castl"), 1);
});
