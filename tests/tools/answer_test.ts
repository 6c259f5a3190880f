import assert from "node:assert/strict";
import { startStandIn } from "../../scripts/stand_in/mod.ts";
import { answerIn, setUp } from "../helpers/answer_setup.ts";

Deno.test("answer explains HTTP 404 without a search", async () => {
  await using api = startStandIn();
  const outcome = await setUp(api.baseUrl)
    .call("answer", { query: "HTTP 404 の意味" });
  const answer = answerIn(outcome);
  assert.equal(answer.used_search, false);
  assert.deepEqual(answer.citations, []);
  assert.match(String(answer.answer), /404/);
  assert.doesNotMatch(String(answer.answer), /Sources:/);
});

Deno.test("answer tells today's weather with sources and ISO dates", async () => {
  await using api = startStandIn();
  const outcome = await setUp(api.baseUrl)
    .call("answer", { query: "本日 2025-08-09 の東京の天気" });
  const answer = answerIn(outcome);
  assert.equal(answer.used_search, true);
  assert.deepEqual(answer.citations, [
    {
      url: "https://www.jma.go.jp/bosai/forecast/",
      title: "気象庁｜天気予報",
      published_at: "2025-08-09",
    },
    { url: "oai-weather", title: "api", published_at: "2025-08-09" },
  ]);
  assert.match(
    String(answer.answer),
    /\n\nSources:\n- https:\/\/www\.jma\.go\.jp\/bosai\/forecast\/ \(2025-08-09\)\n- oai-weather \(2025-08-09\)$/,
  );
  assert.doesNotMatch(String(answer.answer), /出典/);
});
