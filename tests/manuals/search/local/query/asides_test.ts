import assert from "node:assert/strict";
import { clausesOf } from "../../../../../src/manuals/search/local/query/asides.ts";
import type { EmphasisHints } from "../../../../../src/manuals/search/local/query/emphasis.ts";
import { parseQuery } from "../../../../../src/manuals/search/local/query/query.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";

const analyzer = new TextAnalyzer();

/** The tokens of a question that count in full. */
function stressed(
  text: string,
  required: string,
  hints: EmphasisHints = {},
): string {
  const { tokens, emphasis } = parseQuery(text, analyzer, {
    required: new Set(analyzer.tokens(required)),
    ...hints,
  });
  return tokens.filter((_, i) => emphasis[i] === 1).join(" ");
}

Deno.test("clausesOf() ends clauses at marks, not inside of names and numbers", () => {
  const text = "Upgrade to v1.29, please: see os.path (or 1,000 pages). Done";
  const tokens = analyzer.tokens(text);
  const clauses = clausesOf(text, tokens, analyzer);
  const clauseOf = (token: string): number =>
    clauses[tokens.indexOf(token)] ?? -1;
  assert.equal(clauses.length, tokens.length);
  assert.equal(
    clauseOf(tokens[tokens.indexOf("path") - 1] ?? ""),
    clauseOf("path"),
  );
  assert.equal(clauseOf("upgrad"), clauseOf("1.29"));
  const marked = ["upgrad", "pleas", "see", "page", "done"].map(clauseOf);
  assert.equal(new Set(marked).size, marked.length);
});

Deno.test("clausesOf() ends a Japanese clause that tells why, at its comma", () => {
  const clausesIn = (text: string): number =>
    new Set(clausesOf(text, analyzer.tokens(text), analyzer)).size;
  assert.equal(clausesIn("導入を検討しており、証明書の更新を知りたい"), 2);
  assert.equal(clausesIn("初心者ですが、証明書の更新は"), 2);
  // What is asked may be a list, or told with its circumstances.
  assert.equal(clausesIn("証明書、鍵の更新"), 1);
});

Deno.test("parseQuery() lowers the clauses apart from what is required", () => {
  for (
    const [question, required, about] of [
      [
        "My landlord sold the castle. How do I rotate certificates?",
        "certificates",
        "rotat certif",
      ],
      [
        "ERROR main: rotation failed\n  at Castle.run\nWhat about certificates?",
        "certificates",
        "certif",
      ],
      ["Write down the steps needed for taints", "taints", "taint"],
    ] as const
  ) assert.equal(stressed(question, required), about, question);
});

Deno.test("parseQuery() lowers other sentences of a Japanese question", () => {
  const { termWeights } = parseQuery(
    "新人の田中と申します。証明書の更新を教えてください。",
    analyzer,
    { required: new Set(analyzer.tokens("証明書")) },
  );
  const weight = (term: string): number => termWeights.get(term) ?? -1;
  assert.deepEqual(["証明", "更新"].map(weight), [1, 1]);
  assert.equal(weight("田中") < 0.5, true);
});

Deno.test("parseQuery() lowers what is no topic of the manual, in questions only", () => {
  const topicality = (term: string): number => term === "castl" ? 0.2 : 1;
  const hints = { topicality };
  assert.equal(
    stressed("How do I rotate castle certificates?", "certificates", hints),
    "rotat certif",
  );
  assert.equal(
    stressed("How do I rotate castle certificates?", "castle", hints),
    "rotat castl certif",
  );
  assert.equal(
    stressed("rotate castle certificates", "certificates", hints),
    "rotat castl certif",
  );
});

Deno.test("parseQuery() keeps what only asks low where nothing else is a topic", () => {
  const { tokens, emphasis } = parseQuery(
    "Can you tell me what I can do about overdue journals?",
    analyzer,
    { topicality: () => 0.2 },
  );
  const weight = (token: string): number =>
    emphasis[tokens.indexOf(token)] ?? 0;
  assert.deepEqual(["overdu", "journal"].map(weight), [1, 1]);
  assert.deepEqual(["can", "what", "about"].map(weight), [0.1, 0.1, 0.1]);
});

Deno.test("parseQuery() takes `using` and `mining` for no talk about oneself", () => {
  assert.equal(
    stressed("object mining, pods using kubectl", "kubectl"),
    "object mine pod us kubectl",
  );
});
