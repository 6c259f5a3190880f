import assert from "node:assert/strict";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { parseQuery } from "../../../../../src/manuals/search/local/query/query.ts";
import {
  type TitleCover,
  TitleReader,
} from "../../../../../src/manuals/search/local/rank/title_reader.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";
import { segmentOf } from "../../../../kit/segments.ts";

function cover(query: string, title: string): TitleCover {
  const view = new IndexView([
    segmentOf({ "a.md": `${title}\nx`, "b.md": "other\ny", "c.md": "z\nz" }),
  ]);
  return new TitleReader(view, parseQuery(query, new TextAnalyzer()), 0)
    .read(0);
}

Deno.test("TitleReader() tells a title that the query says in full", () => {
  for (
    const [query, title] of [
      ["Readiness gates", "Readiness gates"],
      ["how do readiness gates work?", "Readiness gates"],
      ["災害弔慰費の申請について", "災害弔慰費の申請"],
      ["コンテナ イメージ", "コンテナ"],
    ] as const
  ) {
    const { covered, total } = cover(query, title);
    assert.equal(covered > 0 && covered === total, true, title);
  }
});

Deno.test("TitleReader() tells how much of a title the query leaves out", () => {
  const half = cover("readiness", "Readiness gates");
  assert.equal(half.covered * 2, half.total);
  // The characters stand in the query, but not side by side.
  assert.equal(cover("設備の定義", "設定").covered, 0);
  assert.equal(cover("nothing", "").total, 0);
});

Deno.test("TitleReader() tells how much of the query is left over", () => {
  const whole = cover("readiness gates", "Readiness gates");
  assert.equal(whole.covered, whole.whole);
  const part = cover("readiness gates timeout", "Readiness gates");
  assert.equal(part.whole > part.covered, true);
});

Deno.test("TitleReader() wants no numbering, and no part of a name that is said", () => {
  for (
    const [query, title] of [
      ["shared libraries", "8.6. Shared libraries"],
      ["crypt", "2. crypt"],
      ["devuan", "A.9. Devuan"],
      ["共有ライブラリ", "10.2. 共有ライブラリ"],
      ["acceptfilter directive", "AcceptFilter Directive"],
      ["usepolicies", "usePolicies"],
    ] as const
  ) {
    const { covered, total } = cover(query, title);
    assert.equal(covered > 0 && covered === total, true, title);
  }
  for (
    const [query, title] of [
      // What is said is a part, not the name.
      ["filter directive", "AcceptFilter Directive"],
      ["configuring", "Configuring ConfigMaps"],
      ["release", "Release 2 notes"],
    ] as const
  ) {
    const { covered, total } = cover(query, title);
    assert.equal(covered < total, true, title);
  }
});
