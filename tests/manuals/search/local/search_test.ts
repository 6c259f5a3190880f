import assert from "node:assert/strict";
import { IndexView } from "../../../../src/manuals/search/local/index/index_view.ts";
import {
  search,
  searchTools,
} from "../../../../src/manuals/search/local/search.ts";
import { TextAnalyzer } from "../../../../src/manuals/search/local/tokens/text_analyzer.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import { findSettings } from "../../../kit/find_setup.ts";
import { segmentOf } from "../../../kit/segments.ts";

/** How often texts are taken apart to search so many files. */
function takenApart(files: number): number {
  let times = 0;
  class Counting extends TextAnalyzer {
    override tokens(text: string): string[] {
      times++;
      return super.tokens(text);
    }
  }
  const pages = Array.from(
    { length: files },
    (_, i) => [`${i}.md`, `Backup ${i}\nHow to restore a backup, part ${i}.`],
  );
  const output = search({
    view: new IndexView([segmentOf(Object.fromEntries(pages))]),
    text: "how do I restore a backup",
    requiredTerms: ["restore"],
    maxHits: 200,
    deadline: Infinity,
  }, {
    ...searchTools(findSettings(), runtime.clock),
    analyzer: new Counting(),
  });
  assert.ok(output.hits.length >= Math.min(files, 20));
  return times;
}

Deno.test("search() takes a query apart as often for many rows as for few", () => {
  assert.equal(takenApart(200), takenApart(20));
});
