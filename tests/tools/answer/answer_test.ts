import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { validate } from "../../../src/schema/validate.ts";
import { createAnswerTools } from "../../../src/tools/answer/answer.ts";
import { answerIn, setUp } from "../../kit/answer_setup.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

Deno.test("answer explains HTTP 404 without a search", async () => {
  await using api = startFakeOpenAI();
  const outcome = await setUp(api.baseUrl)
    .call("answer", { query: "HTTP 404 の意味" });
  const answer = answerIn(outcome);
  assert.equal(answer.used_search, false);
  assert.deepEqual(answer.citations, []);
  assert.match(String(answer.answer), /404/);
  assert.doesNotMatch(String(answer.answer), /Sources:/);
});

Deno.test("answer tells today's weather with sources and ISO dates", async () => {
  await using api = startFakeOpenAI();
  const outcome = await setUp(api.baseUrl)
    .call("answer", { query: "本日 2025-08-09 の東京の天気" });
  const answer = answerIn(outcome);
  assert.equal(answer.used_search, true);
  const published = { published_at: "2025-08-09", date_kind: "published" };
  assert.deepEqual(answer.citations, [
    {
      url: "https://www.jma.go.jp/bosai/forecast/",
      title: "気象庁｜天気予報",
      ...published,
    },
    { url: "oai-weather", title: "api", ...published },
  ]);
  assert.match(
    String(answer.answer),
    /\n\nSources:\n- https:\/\/www\.jma\.go\.jp\/bosai\/forecast\/ \(2025-08-09\)\n- oai-weather \(2025-08-09\)$/,
  );
  assert.doesNotMatch(String(answer.answer), /出典/);
});

Deno.test("answer gives the same whole object as text and structured", async () => {
  await using api = startFakeOpenAI();
  const outcome = await setUp(api.baseUrl)
    .call("answer", { query: "latest Deno release" });
  assert.ok(outcome.ok);
  assert.equal(outcome.text, JSON.stringify(outcome.structured));
  assert.deepEqual(Object.keys(outcome.structured ?? {}), [
    "answer",
    "used_search",
    "citations",
    "model",
    "response_id",
    "usage",
    "queries",
  ]);
  assert.equal(outcome.structured?.model, "gpt-5.2-2025-12-11");
});

Deno.test("answer gives what its outputSchema promises", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const script = { text: "Half", incomplete: "max_output_tokens" } as const;
  api.next({}, { script });
  const [tool] = createAnswerTools(setup.environment);
  for (const query of ["latest news", "more"]) {
    const answer = answerIn(await setup.call("answer", { query }));
    const schema = tool?.definition.outputSchema;
    assert.ok(schema);
    assert.deepEqual(validate(schema, answer), { ok: true, value: answer });
  }
});

Deno.test("answer tools ask with the profile of their name", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  for (const name of ["answer", "answer_detailed", "answer_quick"]) {
    await setup.call(name, { query: "q" });
  }
  assert.deepEqual(
    api.requests.map((
      { body },
    ) => [body.reasoning?.effort, body.text?.verbosity]),
    [["medium", "medium"], ["high", "high"], ["low", "low"]],
  );
});

Deno.test("answer works the same without streaming", async () => {
  await using api = startFakeOpenAI();
  const query = "本日 2025-08-09 の東京の天気";
  const plain = setUp(api.baseUrl, {
    config: { responses: { stream: false } },
  });
  const streamed = answerIn(await setUp(api.baseUrl).call("answer", { query }));
  const whole = answerIn(await plain.call("answer", { query }));
  assert.deepEqual(api.requests.map(({ body }) => body.stream), [true, false]);
  delete streamed.response_id;
  delete whole.response_id;
  assert.deepEqual(whole, streamed);
});

Deno.test("answer tells the model today's date in the configured zone", async () => {
  await using api = startFakeOpenAI();
  const clock = new ManualClock();
  const ask = async (timezone: string): Promise<void> => {
    const setup = setUp(api.baseUrl, {
      clock,
      config: { policy: { timezone } },
    });
    await setup.call("answer", { query: "q" });
  };
  await ask("Asia/Tokyo");
  await ask("UTC");
  clock.advance(24 * 3600_000);
  await ask("UTC");
  assert.deepEqual(
    api.requests.map(({ body }) => body.instructions.split("\n").at(-1)),
    [
      "Today is 2026-11-16. Time zone: Asia/Tokyo.",
      "Today is 2026-11-15. Time zone: UTC.",
      "Today is 2026-11-16. Time zone: UTC.",
    ],
  );
});

Deno.test("answer keeps the date that the model gave a source", async () => {
  await using api = startFakeOpenAI();
  const url = "https://example.com/post";
  const cites = [{ url, title: "Post" }, { url: `${url}/2`, title: "Other" }];
  const text = `Fact.\n\nSources:\n- ${url} (2019-04-05)\n- ${url}/2`;
  api.next({ script: { text, cites } });
  const setup = setUp(api.baseUrl, { clock: new ManualClock() });
  const answer = answerIn(await setup.call("answer", { query: "q" }));
  assert.deepEqual(answer.citations, [
    {
      url,
      title: "Post",
      published_at: "2019-04-05",
      date_kind: "published",
    },
    {
      url: `${url}/2`,
      title: "Other",
      published_at: "2026-11-16",
      date_kind: "accessed",
    },
  ]);
});

Deno.test("answer searches and cites only the domains that it is given", async () => {
  await using api = startFakeOpenAI();
  const cites = ["https://www.jma.go.jp/a", "https://evil.example/b"]
    .map((url) => ({ url, title: url }));
  api.next({ script: { text: "Rain.", cites } });
  const domains = ["https://www.JMA.go.jp/x", "*.jma.go.jp"];
  const answer = answerIn(
    await setUp(api.baseUrl).call("answer", { query: "q", domains }),
  );
  const [request] = api.requests;
  assert.deepEqual(
    request?.body.tools?.map((t) => "filters" in t && t.filters),
    [{ allowed_domains: ["www.jma.go.jp", "jma.go.jp"] }],
  );
  assert.match(
    request?.body.input ?? "",
    /, domains=www\.jma\.go\.jp, jma\.go\.jp$/,
  );
  assert.doesNotMatch(JSON.stringify(answer), /evil/);
});

Deno.test("answer takes the configured domains unless it is given a list", async () => {
  await using api = startFakeOpenAI();
  const config = { search: { defaults: { domains: ["example.com"] } } };
  const setup = setUp(api.baseUrl, { config });
  await setup.call("answer", { query: "q", domains: null });
  await setup.call("answer", { query: "q", domains: [] });
  assert.deepEqual(
    api.requests.map(({ body }) => body.tools?.map((t) => "filters" in t)),
    [[true], [false]],
  );
});

Deno.test("answer gives nothing but the sources for citations-only", async () => {
  await using api = startFakeOpenAI();
  const args = { query: "latest news", style: "citations-only" };
  const answer = answerIn(await setUp(api.baseUrl).call("answer", args));
  assert.match(
    String(answer.answer),
    /^Sources:\n(- https:\/\/\S+ \(accessed \d{4}-\d{2}-\d{2}\)\n?)+$/,
  );
  assert.match(
    api.requests[0]?.body.instructions ?? "",
    /Style of this answer/,
  );
});

Deno.test("answer cites no more than max_citations", async () => {
  await using api = startFakeOpenAI();
  const cites = ["a", "b", "c", "d"]
    .map((name) => ({ url: `https://${name}.example/`, title: name }));
  api.next({ script: { text: "T.", cites } });
  const config = { policy: { max_citations: 2 } };
  const answer = answerIn(
    await setUp(api.baseUrl, { config }).call("answer", { query: "q" }),
  );
  assert.equal(Array.isArray(answer.citations) && answer.citations.length, 2);
});

Deno.test("answer returns what there is of an incomplete response", async () => {
  await using api = startFakeOpenAI();
  const script = { text: "Half an", incomplete: "max_output_tokens" } as const;
  api.next({ script });
  const answer = answerIn(
    await setUp(api.baseUrl).call("answer", { query: "q" }),
  );
  assert.equal(answer.answer, "Half an");
  assert.deepEqual(answer.incomplete, { reason: "max_output_tokens" });
});

Deno.test("answer uses the policy file that the configuration names", async () => {
  await using api = startFakeOpenAI();
  const readTrustedSync = (): Uint8Array =>
    new TextEncoder().encode("Our policy");
  const setup = setUp(api.baseUrl, {
    config: { policy: { system: { source: "file", path: "/p.md" } } },
    files: { ...runtime.files, readTrustedSync },
  });
  await setup.call("answer", { query: "q" });
  assert.match(
    api.requests[0]?.body.instructions ?? "",
    /^Our policy\n\nToday/,
  );
});

Deno.test("answer picks up a changed API key", async () => {
  await using api = startFakeOpenAI();
  const env: Record<string, string> = { OPENAI_API_KEY: "sk-first-key" };
  const setup = setUp(api.baseUrl, { env });
  await setup.call("answer", { query: "q" });
  env.OPENAI_API_KEY = "sk-second-key\n";
  await setup.call("answer", { query: "q" });
  assert.deepEqual(
    api.requests.map(({ headers }) => headers.get("authorization")),
    ["Bearer sk-first-key", "Bearer sk-second-key"],
  );
});
