import assert from "node:assert/strict";
import { findRequired } from "../../../../../src/manuals/search/local/rank/required.ts";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { normalizeText } from "../../../../../src/manuals/search/local/tokens/fold_text.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";
import { segmentOf } from "../../../../kit/segments.ts";

/** The numbers of those texts that hold a required term. */
function holding(term: string, texts: readonly string[]): number[] {
  const segment = segmentOf(
    Object.fromEntries(texts.map((text, i) => [`${i}.md`, `T\n${text}`])),
  );
  const view = new IndexView([segment]);
  const { rows } = findRequired(view, normalizeText(term), new TextAnalyzer());
  return rows.flatMap((own) => [...own]);
}

Deno.test("findRequired() wants the words of a term side by side", () => {
  const view = new IndexView([segmentOf({
    "a.md": "t\npersistent volume claim",
    "b.md": "t\nvolume is persistent",
    "c.md": "t\n国民健康保険",
    "d.md": "t\n健康な国民の保険",
    "e.md": "t\nsee ab123",
    "volume.md": "t\nnothing",
  })]);
  const count = (term: string): number =>
    findRequired(view, term, new TextAnalyzer()).count;
  assert.equal(count("persistent volumes"), 1);
  assert.equal(count("健康保険"), 1);
  assert.equal(count("AB-123"), 1);
  assert.equal(count("volume"), 2);
  assert.equal(count("absent"), 0);
});

Deno.test("findRequired() finds words without spaces, apart or not, in their order", () => {
  const texts = [
    "保険料 控除",
    "保険料・控除",
    "保険料控除",
    "控除 保険料",
    "保険 料 控除",
  ];
  assert.deepEqual(holding("保険料 控除", texts), [0, 1, 2]);
  assert.deepEqual(holding("保険料・控除", texts), [0, 1, 2]);
  assert.deepEqual(holding("保険料控除", texts), [2]);
});

Deno.test("findRequired() finds a term of two scripts as it stands in the text", () => {
  const texts = ["サーバー 設定 は AB-123 です", "設定 AB-123 は サーバー"];
  assert.deepEqual(holding("サーバー 設定", texts), [0]);
  assert.deepEqual(holding("サーバー 設定 は AB-123", texts), [0, 1]);
});

Deno.test("findRequired() finds a joined name as one, not its parts anywhere", () => {
  const texts = [
    "the kube-proxy runs",
    "a proxy, and kube",
    "Kube proxy",
    "max_idle_time",
    "maxIdleTime",
    "an idle max time",
    "node.js and os.path",
    "js, node, path of the os",
  ];
  assert.deepEqual(holding("kube-proxy", texts), [0, 2]);
  assert.deepEqual(holding("max_idle_time", texts), [3, 4]);
  assert.deepEqual(holding("Node.js", texts), [6]);
  assert.deepEqual(holding("os.path", texts), [6]);
});

Deno.test("findRequired() finds a code or number however it is joined", () => {
  const texts = ["AB-123", "ab123", "AB_123", "123 of AB", "1,000 yen", "1000"];
  assert.deepEqual(holding("AB-123", texts), [0, 1, 2]);
  assert.deepEqual(holding("ab123", texts), [0, 1, 2]);
  assert.deepEqual(holding("1,000", texts), [4, 5]);
});

Deno.test("findRequired() finds a loan-word with and without its last long vowel", () => {
  const texts = [
    "Webサーバを",
    "Webサーバーの",
    "サービス",
    "コピペ",
    "コピーする",
  ];
  for (const term of ["サーバー", "サーバ", "ｻｰﾊﾞｰ", "Webサーバー"]) {
    assert.deepEqual(holding(term, texts), [0, 1], term);
  }
  // Shorter ones never lose it.
  assert.deepEqual(holding("コピー", texts), [4]);
});
