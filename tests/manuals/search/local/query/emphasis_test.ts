import assert from "node:assert/strict";
import {
  parseQuery,
  type Query,
} from "../../../../../src/manuals/search/local/query/query.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";

function parse(text: string): Query {
  return parseQuery(text, new TextAnalyzer());
}

/** The tokens of a query that count in full. */
function stressed(text: string): string[] {
  const { tokens, emphasis } = parse(text);
  return tokens.filter((_, i) => emphasis[i] === 1);
}

Deno.test("parseQuery() stresses what a question is about", () => {
  for (
    const [question, about] of [
      ["How do I rotate certificates?", "rotat certif"],
      ["I'd like to know where the kubelet stores logs", "kubelet store log"],
      ["Hi! Could you please tell me about taints? Thanks.", "taint"],
      ["rotate certificates", "rotat certif"],
    ] as const
  ) assert.equal(stressed(question).join(" "), about, question);
});

Deno.test("parseQuery() keeps words of talk where nobody speaks", () => {
  assert.deepEqual(stressed("help command"), ["help", "command"]);
  assert.deepEqual(stressed("get started"), ["get", "start"]);
});

Deno.test("parseQuery() keeps the words of names, quotes and capitals", () => {
  assert.deepEqual(stressed("what does `for` do"), ["for"]);
  assert.deepEqual(stressed("what is the WHO"), ["who"]);
  assert.deepEqual(stressed("what does what_if do"), ["what", "if"]);
});

Deno.test("parseQuery() stresses all words of a query that only asks", () => {
  const { emphasis } = parse("who are you");
  assert.deepEqual(emphasis, [1, 1, 1]);
});

Deno.test("parseQuery() takes no `id` out of I'd", () => {
  assert.equal(parse("I'd and they'll and what's up").terms.has("id"), false);
  assert.equal(parse("the id").terms.has("id"), true);
});

Deno.test("parseQuery() lowers the phrases around a Japanese question", () => {
  const { termWeights } = parse("証明書の更新について教えてください");
  const weight = (term: string): number => termWeights.get(term) ?? -1;
  assert.deepEqual(["証明", "更新"].map(weight), [1, 1]);
  assert.equal(weight("教え") < 0.5 && weight("教え") > 0, true);
});
