import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { answerIn, setUp } from "../../kit/answer_setup.ts";
import { countingClock } from "../../kit/clocks.ts";

Deno.test("answer serves 200 calls at once, each once", async () => {
  await using api = startFakeOpenAI();
  api.always({ delayMs: 200 });
  const clock = countingClock();
  const setup = setUp(api.baseUrl, { clock });
  const queries = Array.from(Array(200), (_, i) => `question no. ${i}`);
  const answers = await Promise.all(
    queries.map((query) => setup.call("answer", { query })),
  );
  for (const [i, outcome] of answers.entries()) {
    const { answer } = answerIn(outcome);
    assert.equal(
      answer,
      `This is the answer to "${queries[i]}" (answered by a test server).`,
    );
  }
  assert.equal(api.requests.length, 200);
  assert.equal(clock.live, 0);
});

/** A signal that counts the listeners it still has. */
function watched(signal: AbortSignal): { live: number } {
  const count = { live: 0 };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>): void => {
    count.live++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
    count.live--;
    remove(...args);
  };
  return count;
}

Deno.test("answer leaves nothing behind after 1000 cancelled calls", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "stall", events: 6 } });
  const clock = countingClock();
  const setup = setUp(api.baseUrl, { clock });
  const listeners: { live: number }[] = [];
  for (let round = 0; round < 20; round++) {
    const controllers = Array.from(Array(50), () => new AbortController());
    const calls = controllers.map(({ signal }) => {
      listeners.push(watched(signal));
      return setup.call("answer", { query: "latest news" }, { signal });
    });
    await api.received((round + 1) * 50);
    for (const controller of controllers) controller.abort();
    const ends = await Promise.allSettled(calls);
    assert.ok(ends.every(({ status }) => status === "rejected"));
  }
  await api.closed(1000);
  assert.equal(api.requests.length, 1000);
  assert.equal(clock.live, 0);
  assert.equal(listeners.filter(({ live }) => live !== 0).length, 0);
});

Deno.test("answer leaves nothing on a signal that lives on", async () => {
  await using api = startFakeOpenAI();
  const { signal } = new AbortController();
  const listeners = watched(signal);
  const clock = countingClock();
  const setup = setUp(api.baseUrl, { clock });
  const failed = { kind: "status", status: 401 } as const;
  for (const plan of [{}, { fault: failed }, { script: { text: "" } }]) {
    api.next(plan);
    await setup.call("answer", { query: "q" }, { signal });
  }
  assert.deepEqual([listeners.live, clock.live], [0, 0]);
});
