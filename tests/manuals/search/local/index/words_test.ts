import assert from "node:assert/strict";
import { compact } from "../../../../../src/manuals/search/local/index/compact.ts";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { nearestWord } from "../../../../../src/manuals/search/local/index/words.ts";
import { Slices } from "../../../../../src/manuals/search/local/index/slices.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import { segmentOf } from "../../../../kit/segments.ts";

const SEGMENT = segmentOf({
  "a.md": "Configuration\nThe Behavior of colors, volumes and kubelets",
  "b.md": "Values\nvalues everywhere, a value of the program",
});

Deno.test("nearestWord() finds the word that a slip was meant for", () => {
  const view = new IndexView([SEGMENT]);
  for (
    const [slip, meant] of [
      ["configuraton", "configuration"],
      ["confgiuration", "configuration"],
      ["konfiguration", "configuration"],
      ["behaviour", "behavior"],
      ["colours", "colors"],
      ["kubelest", "kubelets"],
      ["programme", "program"],
      ["olumes", "volumes"],
      ["ovlumes", "volumes"],
    ] as const
  ) assert.equal(nearestWord(view, slip), meant, slip);
  assert.equal(nearestWord(view, "zebras"), undefined);
  // Three edits.
  assert.equal(nearestWord(view, "konfigurazzion"), undefined);
  // Two edits, one of them in the first letter.
  assert.equal(nearestWord(view, "xvlumes"), undefined);
});

Deno.test("nearestWord() knows the words of a compacted index, not of what is gone", async () => {
  const other = segmentOf({ "c.md": "Zebras\nstripes" });
  const gone = segmentOf({
    "d.md": "Lions\nmanes and kittens",
    "e.md": "x\ny",
  });
  gone.kill(0);
  const joined = await compact(
    [SEGMENT, other, gone],
    new CharClasses(),
    new Slices(runtime.clock),
  );
  const view = new IndexView(joined);
  assert.equal(joined.length, 1);
  assert.equal(nearestWord(view, "behaviuor"), "behavior");
  assert.equal(nearestWord(view, "strypes"), "stripes");
  assert.equal(nearestWord(view, "kitens"), undefined);
});
