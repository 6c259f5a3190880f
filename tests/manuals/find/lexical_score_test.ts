import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import {
  lexicalScore,
  QueryWeights,
} from "../../../src/manuals/find/lexical_score.ts";
import { parseQuery, type Query } from "../../../src/manuals/find/query.ts";
import { IndexView } from "../../../src/manuals/index/index_view.ts";
import { TextAnalyzer } from "../../../src/manuals/index/text_analyzer.ts";
import { segmentOf } from "../../helpers/segments.ts";

const LEXICAL = defaultConfig().manuals.lexical;
const VIEW = new IndexView([
  segmentOf({ "a.md": "t\nred fox", "b.md": "t\nblue" }),
]);

function parse(text: string): Query {
  return parseQuery(text, new TextAnalyzer());
}

/** The coverage part of a row with base 10 that holds `held` of "red fox". */
function coveragePart(wholeness: number, held: readonly number[]): number {
  const query = parse("red fox");
  const weights = new QueryWeights(VIEW, query, LEXICAL);
  const evidence = {
    counts: Uint16Array.from(held),
    runs: new Uint8Array(2),
    gaps: new Uint8Array(2).fill(255),
    numberContext: false,
  };
  const text = { base: 10, evidence, length: 2, definitionTitle: false };
  const lexical = { ...LEXICAL, coverage_weight: 0, uncovered_weight: 0.5 };
  const scored = { ...weights, wholeness };
  return lexicalScore(query, scored, text, lexical).parts.coverage;
}

Deno.test("QueryWeights lowers Hiragana and what it is paired with", () => {
  const { terms } = new QueryWeights(VIEW, parse("首都はどこ ビル"), LEXICAL);
  const weight = (term: string): number | undefined =>
    terms.find((one) => one.term === term)?.weight;
  assert.deepEqual(
    ["首都", "都は", "どこ", "都", "ビル"].map(weight),
    [1, LEXICAL.mixed_weight, LEXICAL.hiragana_weight, 1, 1],
  );
});

Deno.test("QueryWeights.wholeness falls as files have more sections", () => {
  const of = (view: IndexView): number =>
    new QueryWeights(view, parse("x"), LEXICAL).wholeness;
  const sections = { rows: 8, files: 2, segments: [] };
  assert.equal(of(VIEW), 1);
  assert.equal(of(Object.assign(new IndexView([]), sections)), 1 / 16);
  assert.equal(of(new IndexView([])), 0);
});

Deno.test("lexicalScore() charges missing words where a section is a file", () => {
  assert.equal(coveragePart(1, [1, 1]), 0);
  assert.equal(coveragePart(1, [1, 0]), -0.5 * 10 * 0.5);
  assert.equal(coveragePart(0.1, [1, 0]), -0.5 * 0.1 * 10 * 0.5);
});
