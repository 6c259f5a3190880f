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
      ["Does the kubelet need certificates?", "kubelet certif"],
      ["Explain the steps for rotating certificates", "rotat certif"],
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

Deno.test("parseQuery() counts a word or a character in full, whatever stands before it", () => {
  assert.equal(parse("tell me taints").termWeights.get("taint"), 1);
  const { termWeights } = parse("教えて鍵");
  assert.equal(termWeights.get("鍵"), 1);
  assert.ok((termWeights.get("て鍵") ?? 1) < 1);
});

Deno.test("parseQuery() lowers a Japanese phrase wherever it stands", () => {
  const { tokens, emphasis } = parse("鍵を教えて、印を教えて");
  const asked = emphasis.filter((_, i) => tokens[i] === "教");
  assert.equal(asked.length, 2);
  assert.ok(asked.every((own) => own < 0.5), `${asked}`);
});

Deno.test("parseQuery() lowers a long story around what is required", () => {
  const story =
    "When I start it, I get: fatal error, exit code, main thread, " +
    "stack overflow, core dumped. Is it the garbage collector?";
  const analyzer = new TextAnalyzer();
  const required = new Set(analyzer.tokens("garbage collector"));
  const { tokens, emphasis } = parseQuery(story, analyzer, { required });
  const most = tokens.filter((_, i) => emphasis[i] === 1);
  assert.deepEqual(new Set(most), required);
  // Neither a list of keywords nor a story about something else is.
  const list = story.replace(/When I.*get: |\. Is it the|\?/g, "");
  for (const other of [list, "x"]) {
    const { emphasis } = parseQuery(other, analyzer, { required });
    assert.equal(emphasis.every((own) => own === 1), true);
  }
  const { emphasis: own } = parseQuery(story, analyzer, {
    required: new Set(["other"]),
  });
  assert.equal(own.filter((one) => one === 1).length > 8, true);
});

Deno.test("parseQuery() counts a guessed word less than one that was said", () => {
  const guessed = new Set(["certif"]);
  const { emphasis } = parseQuery("renew certificate", new TextAnalyzer(), {
    guessed,
  });
  assert.deepEqual(emphasis, [1, 0.6]);
});

Deno.test("parseQuery() counts a sentence beside the required one less, however long it is", () => {
  const text = "Evening all. Taints tonight.";
  const hints = { required: new Set(["taint"]) };
  const weightOf = (query: Query, token: string): number =>
    query.emphasis[query.tokens.indexOf(token)] ?? 0;
  const short = parseQuery(text, new TextAnalyzer(), hints);
  assert.ok(weightOf(short, "even") < weightOf(short, "taint"));
  const story = "Gardens need water, sun, soil and plenty of patience. ";
  const long = parseQuery(story.repeat(9) + text, new TextAnalyzer(), hints);
  const total = long.tokens.reduce(
    (sum, token, i) => token === "taint" ? sum : sum + (long.emphasis[i] ?? 0),
    0,
  );
  assert.ok(total < 2 * weightOf(long, "taint"), `${total}`);
});
