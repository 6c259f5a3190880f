import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { silence, startRawServer } from "../../kit/raw_server.ts";
import { setUp, TEST_KEY } from "../../kit/answer_setup.ts";
import { countingClock } from "../../kit/clocks.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const REASON = new Error("cancelled by the client");

function cancellation(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => controller.abort(REASON),
  };
}

Deno.test("answer makes no request when it is cancelled before it starts", async () => {
  await using api = startFakeOpenAI();
  const signal = AbortSignal.abort(REASON);
  const said: string[] = [];
  const progress = (message: string): void => void said.push(message);
  // Whoever cancelled wants to hear of nothing else, not even a missing key.
  for (const env of [{ OPENAI_API_KEY: TEST_KEY }, {}]) {
    const { call } = setUp(api.baseUrl, { env });
    const args = { query: "q" };
    await assert.rejects(call("answer", args, { signal, progress }), REASON);
  }
  assert.deepEqual([api.requests.length, said], [0, []]);
});

Deno.test("answer closes its request when it is cancelled before headers", async () => {
  await using api = startRawServer(silence);
  const clock = countingClock();
  const controller = new AbortController();
  const call = setUp(api.baseUrl, { clock })
    .call("answer", { query: "q" }, { signal: controller.signal });
  await api.received(1);
  controller.abort(REASON);
  await assert.rejects(call, REASON);
  await api.closed(1);
  assert.deepEqual([api.connections, clock.live], [1, 0]);
});

Deno.test("answer closes its request when it is cancelled in mid-stream", async () => {
  for (const stream of [true, false]) {
    await using api = startFakeOpenAI();
    api.always({ fault: { kind: "stall", events: 8 } });
    const clock = countingClock();
    const controller = new AbortController();
    const config = { responses: { stream } };
    const said: string[] = [];
    const call = setUp(api.baseUrl, { clock, config }).call(
      "answer",
      { query: "latest news" },
      {
        signal: controller.signal,
        progress: (message) => void said.push(message),
      },
    );
    await api.received(1);
    controller.abort(REASON);
    await assert.rejects(call, REASON);
    const before = said.length;
    await api.closed(1);
    assert.deepEqual([api.requests.length, clock.live], [1, 0]);
    assert.equal(said.length, before);
  }
});

Deno.test("answer gives nothing to a call that is cancelled while its stream closes", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "linger" } });
  const clock = new ManualClock();
  const { signal, abort } = cancellation();
  const call = setUp(api.baseUrl, { clock })
    .call("answer", { query: "q" }, { signal });
  await clock.timer(100);
  abort();
  await assert.rejects(call, REASON);
  assert.deepEqual(clock.pending, []);
});

Deno.test("answer logs no failure for a call that is cancelled", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "stall", events: 8 } });
  const { signal, abort } = cancellation();
  const setup = setUp(api.baseUrl, { debug: true });
  const begun = Promise.withResolvers<void>();
  const progress = (message: string): void => {
    if (!message.startsWith("Asking")) begun.resolve();
  };
  const query = "latest news";
  const call = setup.call("answer", { query }, { signal, progress });
  await begun.promise;
  abort();
  await assert.rejects(call, REASON);
  assert.doesNotMatch(setup.lines.join(""), /error attempt=/);
});

Deno.test("answer works again after a cancelled call", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const controller = new AbortController();
  api.next({ fault: { kind: "stall", events: 3 } });
  const call = setup.call("answer", { query: "q" }, {
    signal: controller.signal,
  });
  await api.received(1);
  controller.abort(REASON);
  await assert.rejects(call, REASON);
  assert.ok((await setup.call("answer", { query: "q" })).ok);
});
