import assert from "node:assert/strict";
import { defaultConfig } from "../../../../../src/config/draft.ts";
import {
  parseQuery,
  type Query,
} from "../../../../../src/manuals/search/local/query/query.ts";
import { signalNames } from "../../../../../src/manuals/search/local/rank/candidate.ts";
import {
  lexicalScore,
  QueryWeights,
} from "../../../../../src/manuals/search/local/rank/lexical_score.ts";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";
import { segmentOf } from "../../../../kit/segments.ts";

const LEXICAL = defaultConfig().manuals.lexical;
const VIEW = new IndexView([
  segmentOf({ "a.md": "t\nred fox", "b.md": "t\nblue" }),
]);

const UNTITLED = { title: { covered: 0, total: 0, whole: 0 } };

function parse(text: string): Query {
  return parseQuery(text, new TextAnalyzer());
}

/** The coverage part of a row with base 10 that holds `held` of "red fox". */
function coveragePart(uncovered: number, held: readonly number[]): number {
  const query = parse("red fox");
  const weights = new QueryWeights(VIEW, query, LEXICAL);
  const evidence = {
    counts: Uint16Array.from(held),
    runs: new Uint8Array(2),
    gaps: new Uint8Array(2).fill(255),
    numberContext: false,
  };
  const text = {
    ...UNTITLED,
    base: 10,
    evidence,
    length: 2,
    definitionTitle: false,
  };
  const lexical = { ...LEXICAL, coverage_weight: 0 };
  const scored = { ...weights, uncovered };
  return lexicalScore(query, scored, text, lexical).parts.coverage;
}

Deno.test("QueryWeights lowers Hiragana and what it is paired with", () => {
  const lexical = { ...LEXICAL, hiragana_weight: 0.2, mixed_weight: 0.3 };
  const { terms } = new QueryWeights(VIEW, parse("首都はそれ ビル"), lexical);
  const weight = (term: string): number | undefined =>
    terms.find((one) => one.term === term)?.weight;
  assert.deepEqual(
    ["首都", "都は", "それ", "都", "ビル"].map(weight),
    [1, 0.3, 0.2, 1, 1],
  );
});

Deno.test("QueryWeights raises words beside Japanese text, lowers humps", () => {
  const weight = (query: string, term: string): number | undefined =>
    new QueryWeights(VIEW, parse(query), LEXICAL).terms
      .find((one) => one.term === term)?.weight;
  const { word_weight, hump_weight } = LEXICAL;
  assert.equal(weight("fox の設定", "fox"), word_weight);
  assert.equal(weight("fox の設定", "設定"), 1);
  assert.equal(weight("fox", "fox"), 1);
  assert.equal(weight("redFox", "redfox"), 1);
  assert.equal(weight("redFox", "fox"), hump_weight);
  assert.equal(weight("redFox fox", "fox"), 2);
});

Deno.test("QueryWeights.uncovered falls with sections a file and with long queries", () => {
  const of = (view: IndexView, query = "x"): number =>
    new QueryWeights(view, parse(query), LEXICAL).uncovered /
    LEXICAL.uncovered_weight;
  const sections = Object.defineProperties(new IndexView([]), {
    rows: { value: 8 },
    files: { value: 2 },
  });
  assert.equal(of(VIEW), 1);
  assert.equal(of(sections), 1 / 16);
  assert.equal(of(new IndexView([])), 0);
  assert.equal(of(VIEW, "a b c d e f g h i j k l m n o p q r s t"), 0.5);
});

Deno.test("lexicalScore() charges missing words where a section is a file", () => {
  assert.equal(coveragePart(0.5, [1, 1]), 0);
  assert.equal(coveragePart(0.5, [1, 0]), -0.5 * 10 * 0.5);
  assert.equal(coveragePart(0.05, [1, 0]), -0.05 * 10 * 0.5);
});

Deno.test("lexicalScore() rewards a name kept whole more than a phrase", () => {
  const phrase = (text: string): number => {
    const query = parse(text);
    const { length } = query.tokens;
    const evidence = {
      counts: new Uint16Array(query.terms.size).fill(1),
      runs: Uint8Array.from({ length }, (_, i) => i + 1),
      gaps: new Uint8Array(length).fill(1),
      numberContext: false,
    };
    const row = {
      ...UNTITLED,
      base: 10,
      evidence,
      length: 2,
      definitionTitle: false,
    };
    const weights = new QueryWeights(VIEW, query, LEXICAL);
    return lexicalScore(query, weights, row, LEXICAL).parts.phrase;
  };
  const { phrase_weight, name_phrase_weight } = LEXICAL;
  assert.equal(
    (phrase("red_fox") / phrase("red fox")).toFixed(6),
    (name_phrase_weight / phrase_weight).toFixed(6),
  );
  // Quotes tell nothing of characters that stand side by side anyway.
  assert.equal(phrase("“赤狐”"), phrase("赤狐"));
  assert.equal(phrase("“赤い狐”") > 0, true);
  assert.equal(phrase("“赤い狐”"), phrase("赤い狐"));
});

Deno.test("lexicalScore() sees a phrase in two words or in three characters, and words that are near", () => {
  const look = (text: string, runs: number[], gap = 255): unknown => {
    const query = parse(text);
    const evidence = {
      counts: new Uint16Array(query.terms.size).fill(1),
      runs: Uint8Array.from(runs),
      gaps: new Uint8Array(runs.length).fill(gap),
      numberContext: false,
    };
    const row = {
      ...UNTITLED,
      base: 1,
      evidence,
      length: 4,
      definitionTitle: false,
    };
    const weights = new QueryWeights(VIEW, query, LEXICAL);
    const { parts, signals } = lexicalScore(query, weights, row, LEXICAL);
    return [parts.phrase > 0, signalNames(signals)];
  };
  assert.deepEqual(look("red fox", [1, 2]), [true, ["exact", "phrase"]]);
  assert.deepEqual(look("red fox", [1, 1]), [false, []]);
  assert.deepEqual(look("red fox", [1, 1], 3), [false, ["proximity"]]);
  assert.deepEqual(look("red fox blue", [1, 2, 1]), [true, ["phrase"]]);
  assert.deepEqual(look("健康", [1, 2]), [false, ["exact"]]);
  assert.deepEqual(look("健康保", [1, 2, 3]), [true, ["exact", "phrase"]]);
});

Deno.test("lexicalScore() takes a word for matched from 60 % of its terms on", () => {
  const query = parse("健康保険");
  const weights = new QueryWeights(VIEW, query, LEXICAL);
  const matched = (...counts: number[]): unknown => {
    const evidence = {
      counts: Uint16Array.from(counts),
      runs: new Uint8Array(4),
      gaps: new Uint8Array(4).fill(255),
      numberContext: false,
    };
    const text = {
      ...UNTITLED,
      base: 1,
      evidence,
      length: 4,
      definitionTitle: false,
    };
    const score = lexicalScore(query, weights, text, LEXICAL);
    return [score.matched, score.matchedCounts, score.coverage.toFixed(3)];
  };
  // Four characters and three pairs; the rarest tells how often.
  assert.equal(query.terms.size, 7);
  assert.deepEqual(matched(9, 9, 9, 9, 0, 0, 0), [[], [], "0.571"]);
  assert.deepEqual(matched(9, 2, 9, 9, 9, 0, 0), [
    ...[["健康保険"], [2]],
    "0.714",
  ]);
});

Deno.test("lexicalScore() rewards a title by heading_weight, the more of it is said", () => {
  const query = parse("red fox");
  const weights = new QueryWeights(VIEW, query, LEXICAL);
  const heading = (covered: number, heading_weight: number): number => {
    const evidence = {
      counts: Uint16Array.of(1, 1),
      runs: Uint8Array.of(1, 1),
      gaps: Uint8Array.of(255, 255),
      numberContext: false,
    };
    const title = { covered, total: 2, whole: 2 };
    const row = {
      ...{ title, base: 1, evidence, length: 2 },
      definitionTitle: false,
    };
    const lexical = { ...LEXICAL, heading_weight };
    return lexicalScore(query, weights, row, lexical).parts.heading;
  };
  assert.equal(heading(2, 0), 0);
  assert.equal(heading(2, 3), 3 * heading(2, 1));
  assert.ok(heading(2, 1) > 2 * heading(1, 1));
  assert.ok(heading(1, 1) > 0);
});
