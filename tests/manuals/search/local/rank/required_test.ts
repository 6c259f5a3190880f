import assert from "node:assert/strict";
import { findRequired } from "../../../../../src/manuals/search/local/rank/required.ts";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import {
  piecesOf,
  readPiece,
} from "../../../../../src/manuals/search/local/index/pieces.ts";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
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
    "limit.md": "t\nlimit of memory",
  })]);
  const count = (term: string): number =>
    findRequired(view, term, new TextAnalyzer()).count;
  assert.equal(count("persistent volumes"), 1);
  assert.equal(count("健康保険"), 1);
  assert.equal(count("AB-123"), 1);
  assert.equal(count("volume"), 2);
  assert.equal(count("memory limit"), 0, "not with the name of the file");
  assert.equal(count("absent"), 0);
});

Deno.test("findRequired() finds in a piece what it holds, its first token too", () => {
  const whole = segmentOf({ "m.md": "t\naardvarks", "n.md": "t\nnothing" });
  const classes = new CharClasses();
  const view = new IndexView(
    [...piecesOf([whole])].map(({ bytes }) => readPiece(bytes, classes)),
  );
  const count = (term: string): number =>
    findRequired(view, term, new TextAnalyzer()).count;
  assert.equal(count("aardvark"), 1);
  assert.equal(count("ardvark"), 1, "inside of a word");
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
  assert.deepEqual(holding("サーバー 設定 は AB-123", texts), [0]);
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

Deno.test("findRequired() finds codes, versions and names as people write them", () => {
  for (
    const [term, text] of [
      ["E1234", "error E1234 occurs"],
      ["e1234", "error E1234 occurs"],
      ["F99", "code F99"],
      ["H100", "an H100 card"],
      ["K77b", '{"code": "K77b"}'],
      ["v1.29", "since 1.29"],
      ["1.29", "since v1.29"],
      ["1.29", "since v1.29.3"],
      ["v1.29", "since 1.29.0"],
      ["RFC9457", "see RFC 9457"],
      ["RFC 9457", "see RFC9457"],
      ["rfc-9457", "see RFC 9457."],
      ["WINDOWS2019", "on Windows 2019"],
      ["WidgetController", "class MyWidgetControllerFactory {}"],
      ["WidgetController", "class MyWidgetController {}"],
      ["PodDisruptionBudget", "poddisruptionbudgets"],
      ["x86_64", "the X86_64 build"],
      ["10.0.0.0/8", "in 10.0.0.0/8 only"],
      ["UTF8", "in UTF-8"],
      ["UTF-8", "in utf8"],
      ["raid6", "RAID-6, RAID 10"],
      ["RAID 6", "a RAID6 array"],
      ["GroupVersions enabled", "all GroupVersions enabled"],
      ["StatefulSet was", "the StatefulSet was known"],
      [
        "ValidatingAdmissionPolicyBinding binds",
        "ValidatingAdmissionPolicyBinding binds the policy",
      ],
      ["PubMed search", "the Entrez-PubMed search engine"],
      ["PhGs helped", "PhGs helped"],
      ["GaAs tunnel", "a GaAs tunnel junction"],
      ["ThermomiRs such", "thermomiRs. ThermomiRs such as these"],
      ["RayBio human", "the RayBio human array"],
      ["TatCy proteins", "the TatCy proteins"],
      ["IntroductionWe conducted", "IntroductionWe conducted it"],
      ["GIT_PRINT_SHA1_ELLIPSIS", "set GIT_PRINT_SHA1_ELLIPSIS=yes"],
      ["SetEnvIf Accept", "SetEnvIf, SetEnvIf Accept-Language en"],
      ["C++", "C++ code"],
      ["=>", "a => b"],
    ] as const
  ) assert.deepEqual(holding(term, [text, "x"])[0], 0, `${term} in ${text}`);
});

Deno.test("findRequired() finds Japanese as it is shown and read", () => {
  for (
    const [term, text] of [
      ["災害弔慰費", "**災害**弔慰費の支給"],
      ["災害弔慰費", "災害\n弔慰費の支給"],
      ["サーバーレス", "サーバレスの構成"],
      ["サーバレス", "サーバーレスの構成"],
      ["ユーザー名", "ユーザ名を"],
      ["ユーザ名", "ユーザー名を"],
      ["ヴァイオリン", "バイオリンの"],
      ["バイオリン", "ヴァイオリンの"],
      ["インターフェイス", "インターフェースの"],
      ["申込み", "申し込みの期限"],
      ["申し込み", "申込の期限"],
      ["ｺﾝﾋﾟｭｰﾀ", "コンピューターの"],
    ] as const
  ) assert.deepEqual(holding(term, [text, "別"]), [0], `${term} in ${text}`);
});

Deno.test("findRequired() tells other codes and words apart", () => {
  for (
    const [term, text] of [
      ["E1234", "E12345"],
      ["pods running", "pods do running"],
      ["K77b", "K77c and K 77"],
      ["1.29", "1.290 and 11.29"],
      ["AB-123", "AB-124, CD-123"],
      ["n1", "n-1"],
      ["set accept", "SetEnvIf Accept"],
      ["art", "start"],
      ["保険料控除", "控除の保険料"],
      ["災害弔慰費", "災害\n\n弔慰費"],
    ] as const
  ) assert.deepEqual(holding(term, [text]), [], `${term} in ${text}`);
});
