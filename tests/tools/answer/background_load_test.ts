import assert from "node:assert/strict";
import { answerIn } from "../../kit/answer_setup.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { countingClock } from "../../kit/clocks.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { seededRandom } from "../../kit/random.ts";

Deno.test("200 background answers at once survive random cuts, each paid once", async () => {
  await using api = startFakeOpenAI();
  const random = seededRandom(15);
  api.always(({ method, query }) => {
    const streams = method === "POST" || query.get("stream") === "true";
    if (!streams || random(10) < 3) return {};
    const kind = random(2) === 0 ? "cut" : "end";
    const events = 1 + random(8);
    return { fault: { kind, events }, delayMs: random(20) };
  });
  const clock = countingClock();
  const setup = setUpBackground(api.baseUrl, {
    clock,
    config: { request: { max_retries: 0 } },
  });
  const queries = Array.from(Array(200), (_, i) => `question no. ${i}`);
  const outcomes = await Promise.all(
    queries.map((query) => setup.call("answer", { query })),
  );
  const ids = new Set<unknown>();
  for (const [i, outcome] of outcomes.entries()) {
    const { answer, response_id } = answerIn(outcome);
    assert.equal(
      answer,
      `This is the answer to "${queries[i]}" (answered by a test server).`,
    );
    ids.add(response_id);
  }
  assert.deepEqual([ids.size, api.created.length], [200, 200]);
  assert.equal(clock.live, 0);
  const entries = setup.ledger();
  assert.equal(entries.length, 200);
  assert.ok(entries.every(({ status }) => status === "completed"));
});
