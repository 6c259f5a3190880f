import assert from "node:assert/strict";
import { answerIn, setUp } from "../../kit/answer_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";

const HITS = Array.from({ length: 20 }, (_, i) => `https://hit${i}.example/`);

Deno.test("answer cites the page that the model names, not what a search returned", async () => {
  await using api = startFakeOpenAI();
  const url = "https://deno.com/blog/v2.9";
  const searches = [{ query: "deno", urls: [...HITS, url] }];
  const setup = setUp(api.baseUrl);
  for (
    const text of [
      `Deno 2.9 is out.\n\nSources:\n- ${url} (2025-10-30)`,
      `[Deno 2.9](${url}) is out.`,
    ]
  ) {
    api.next({ script: { text, searches } });
    const { citations, queries, usage } = answerIn(
      await setup.call("answer", { query: "q" }),
    );
    assert.ok(Array.isArray(citations));
    assert.deepEqual(citations.map((citation) => citation.url), [url]);
    assert.deepEqual(queries, ["deno"]);
    assert.ok(JSON.stringify(usage).includes('"searches":1'));
  }
});

Deno.test("answer_detailed keeps the sources that its text refers to by number", async () => {
  await using api = startFakeOpenAI();
  const list = HITS.slice(0, 12).map((url, i) => `${i + 1}. ${url}`);
  const text = `Claim B [4]. Claim C [12].\n\nSources:\n${list.join("\n")}`;
  api.next({ script: { text, searches: [{ query: "q", urls: HITS }] } });
  const { answer, citations } = answerIn(
    await setUp(api.baseUrl)
      .call("answer_detailed", { query: "q", max_results: 10 }),
  );
  assert.match(String(answer), /\n\[4\] https:\/\/hit3\.example\/ \(accessed /);
  assert.match(String(answer), /\n\[12\] https:\/\/hit11\.example\/ \(access/);
  assert.equal(Array.isArray(citations) && citations.length, 10);
});
