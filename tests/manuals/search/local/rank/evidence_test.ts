import assert from "node:assert/strict";
import { parseQuery } from "../../../../../src/manuals/search/local/query/query.ts";
import {
  closeness,
  EvidenceReader,
} from "../../../../../src/manuals/search/local/rank/evidence.ts";
import type { Evidence } from "../../../../../src/manuals/search/local/rank/evidence.ts";
import { EvidenceTable } from "../../../../../src/manuals/search/local/rank/evidence_table.ts";
import { IndexView } from "../../../../../src/manuals/search/local/index/index_view.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";
import { segmentOf } from "../../../../kit/segments.ts";

function read(query: string, body: string, names: string[] = []): Evidence & {
  count(term: string): number;
} {
  const parsed = parseQuery(query, new TextAnalyzer());
  const view = new IndexView([segmentOf({ "zz.md": `\n${body}` })]);
  const numberWords = () => new Set(names);
  const reader = new EvidenceReader(
    { view, query: parsed, numberWords },
    new EvidenceTable(parsed),
    0,
  );
  const evidence = reader.read(0);
  return {
    ...evidence,
    count: (term) => evidence.counts[parsed.termIndex.get(term) ?? -1] ?? 0,
  };
}

Deno.test("EvidenceReader() counts words and pairs of characters", () => {
  const evidence = read("node 申請", "node x node 申請の申請、申");
  assert.equal(evidence.count("node"), 2);
  assert.equal(evidence.count("申請"), 2);
  assert.equal(evidence.count("申"), 3);
  // `zz` stands in the path alone.
  assert.equal(read("zz node", "node").count("zz"), 0);
});

Deno.test("EvidenceReader() measures runs in the order of the query", () => {
  assert.deepEqual([...read("a b c", "b a b c").runs], [1, 2, 3]);
  assert.deepEqual([...read("a b c", "c b a").runs], [1, 1, 1]);
});

Deno.test("EvidenceReader() measures how near neighbours of the query come", () => {
  const { gaps } = read("red blue", "blue x x red x blue");
  assert.equal(gaps[0], 2);
  assert.equal(read("red blue", "red only").gaps[0], 255);
  assert.equal(read("red blue", "blue x x red").gaps[0], 3);
});

Deno.test("EvidenceReader() knows a number beside the word that names it", () => {
  assert.equal(read("table 7", "see tabl 7", ["tabl"]).numberContext, true);
  assert.equal(
    read("table 7", "tabl x x x x 7", ["tabl"]).numberContext,
    false,
  );
  assert.equal(read("table 7", "7 alone", ["tabl"]).numberContext, false);
  assert.equal(read("red 7", "red alone", ["tabl"]).numberContext, false);
});

Deno.test("closeness() is near up to 8 tokens and far up to 24", () => {
  assert.deepEqual([1, 8, 9, 24, 25, 255].map(closeness), [
    "near",
    "near",
    "far",
    "far",
    "none",
    "none",
  ]);
});
