import assert from "node:assert/strict";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { correct } from "../../../../../src/manuals/search/local/rank/corrections.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";
import { segmentOf } from "../../../../kit/segments.ts";

const view = new IndexView([
  segmentOf({ "a.md": "Daring\nA daring plan, badgets of pods" }),
]);
const corrected = (text: string): string =>
  correct(view, text, new TextAnalyzer()).text;

Deno.test("correct() takes a word that the manual lacks for the nearest one", () => {
  assert.equal(corrected("dareng plan"), "daring plan");
});

Deno.test("correct() leaves words that only ask, and names, as they are", () => {
  for (const text of ["plan during", "podBadget plan", "badgetS"]) {
    assert.equal(corrected(text), text);
  }
});
