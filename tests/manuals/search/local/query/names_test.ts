import assert from "node:assert/strict";
import {
  depthsInNames,
  humpTerms,
} from "../../../../../src/manuals/search/local/query/names.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";

/** The tokens of a text that continue a name. */
function continued(text: string): string[] {
  const analyzer = new TextAnalyzer();
  const tokens = analyzer.tokens(text);
  const places = depthsInNames(text, tokens, analyzer);
  return tokens.filter((_, i) => (places[i] ?? 0) > 0);
}

function humps(text: string): string[] {
  const analyzer = new TextAnalyzer();
  return [...humpTerms(text, analyzer.terms(text), analyzer)];
}

Deno.test("depthsInNames() joins what one name holds, not its neighbours", () => {
  assert.deepEqual(continued("set max_idle_time now"), ["idl", "time"]);
  assert.deepEqual(continued("--allow-env and os.path"), ["env", "path"]);
  assert.deepEqual(continued("idle time - later."), []);
});

Deno.test("depthsInNames() finds names again, full width and between Japanese", () => {
  assert.deepEqual(continued("a_b c a_b"), ["b", "b"]);
  assert.deepEqual(continued("値はｍａｘ＿ｉｄｌｅの既定"), ["idl"]);
});

Deno.test("depthsInNames() passes over a name that is part of a longer word", () => {
  assert.deepEqual(continued("naïveone_two then red_fox"), ["fox"]);
});

Deno.test("depthsInNames() counts from the start of a name or a quotation", () => {
  const analyzer = new TextAnalyzer();
  const places = (text: string): readonly number[] =>
    depthsInNames(text, analyzer.tokens(text), analyzer);
  assert.deepEqual(places("max_idle_time"), [0, 1, 2]);
  assert.deepEqual(places('"not so long"'), [0, 1, 2]);
  assert.deepEqual(places("not so long"), []);
});

Deno.test("depthsInNames() counts the parts of a name in capitals from its first", () => {
  const analyzer = new TextAnalyzer();
  const places = (text: string): readonly number[] =>
    depthsInNames(text, analyzer.tokens(text), analyzer);
  assert.deepEqual(places("maxIdleTime"), [0, 0, 1, 2]);
  assert.deepEqual(continued("an HTTPServer of CPUs"), ["server"]);
  assert.deepEqual(continued("NASA Pod"), []);
});

Deno.test("humpTerms() are those that only capitals part", () => {
  assert.deepEqual(humps("podBudget"), ["pod", "budget"]);
  assert.deepEqual(humps("HTTPServer pod"), ["http", "server"]);
  assert.deepEqual(humps("AB123 Pod NASA"), []);
  assert.deepEqual(humps("podBudget for one pod"), ["budget"]);
  assert.deepEqual(humps("ｐｏｄＢｕｄｇｅｔ"), ["pod", "budget"]);
});
