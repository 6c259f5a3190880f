import assert from "node:assert/strict";
import { answerIn, failureIn } from "../../kit/answer_setup.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const QUERY = "latest news of Deno";

Deno.test("answer runs in the background where it is told to, stored and marked", async () => {
  await using api = startFakeOpenAI();
  const setup = setUpBackground(api.baseUrl);
  const args = { query: QUERY, style: "bullets", max_results: 3 };
  const answer = answerIn(await setup.call("answer", args));
  assert.equal(answer.status, undefined);
  const [request] = api.requests;
  const { background, store, stream, metadata } = request?.body ?? {};
  assert.deepEqual([background, store, stream], [true, true, true]);
  assert.deepEqual(metadata, {
    ormcp_v: "1",
    ormcp_tool: "answer",
    ormcp_style: "bullets",
    ormcp_cap: "3",
  });
});

Deno.test("answer gives the same in the background as in the foreground", async () => {
  await using api = startFakeOpenAI();
  for (const stream of [true, false]) {
    const [front, back] = await Promise.all(["never", "always"].map(
      async (background) => {
        const responses = { background, stream } as never;
        const setup = setUpBackground(api.baseUrl, { config: { responses } });
        const outcome = await setup.call("answer", { query: QUERY });
        return { ...answerIn(outcome), response_id: "" };
      },
    ));
    assert.deepEqual(front, back);
  }
});

Deno.test("a background answer survives a cut after every single event, paid once", async () => {
  await using api = startFakeOpenAI();
  const setup = setUpBackground(api.baseUrl, { fast: true });
  const whole = answerIn(await setup.call("answer", { query: QUERY }));
  const { events = [] } = api.created[0] ?? {};
  assert.ok(events.length > 10);
  for (const kind of ["cut", "end", "garbage", "error_event"] as const) {
    for (let count = 1; count < events.length; count++) {
      const before = api.created.length;
      const asked = api.requests.length;
      const fault = { kind, events: count, message: "broken" };
      api.next({ fault });
      const said: string[] = [];
      const progress = (message: string): void => void said.push(message);
      const outcome = await setup.call("answer", { query: QUERY }, {
        progress,
      });
      const answer = answerIn(outcome);
      assert.deepEqual({ ...answer, response_id: "" }, {
        ...whole,
        response_id: "",
      }, `${kind} after ${count}`);
      assert.equal(api.created.length, before + 1, `${kind} after ${count}`);
      // Taken up at the exact event, or looked at where the stream says no.
      const again = api.requests.slice(asked + 1);
      assert.equal(again.length, 1);
      if (kind !== "error_event") {
        const query = again[0]?.query;
        assert.equal(query?.get("starting_after"), String(count - 1));
        assert.ok(said.includes("Writing the answer"), said.join());
      }
    }
  }
});

Deno.test("a background answer survives cuts of the streams that it is taken up with", async () => {
  await using api = startFakeOpenAI();
  // Every connection brings two events and breaks.
  api.always({ fault: { kind: "cut", events: 2 } });
  const setup = setUpBackground(api.baseUrl, { fast: true });
  const said: string[] = [];
  const progress = (message: string): void => void said.push(message);
  const outcome = await setup.call("answer", { query: QUERY }, { progress });
  assert.match(String(answerIn(outcome).answer), /Sources:/);
  assert.equal(api.created.length, 1);
  // At once, and without a word: it goes on as if nothing had happened.
  assert.deepEqual(said.filter((message) => /broke/.test(message)), []);
});

for (const resume of ["refused", "whole"] as const) {
  Deno.test(`a background answer is polled where its events are not given again (${resume})`, async () => {
    await using api = startFakeOpenAI({ resume });
    api.next({ fault: { kind: "cut", events: 4 }, paused: 4 });
    const clock = new ManualClock();
    const setup = setUpBackground(api.baseUrl, { clock });
    const call = setup.call("answer", { query: QUERY });
    await clock.timer(2000);
    api.created[0]?.release();
    clock.advance(2000);
    assert.match(String(answerIn(await call).answer), /Sources:/);
    assert.equal(api.created.length, 1);
    assert.deepEqual(clock.pending, []);
  });
}

Deno.test("a background answer without a stream is polled", async () => {
  await using api = startFakeOpenAI();
  api.next({ paused: 1 });
  const clock = new ManualClock();
  const config = { responses: { stream: false } };
  const setup = setUpBackground(api.baseUrl, { clock, config });
  const call = setup.call("answer", { query: QUERY });
  await clock.timer(2000);
  api.created[0]?.release();
  clock.advance(2000);
  assert.match(String(answerIn(await call).answer), /Sources:/);
  assert.equal(api.requests[0]?.body.stream, false);
});

Deno.test("a background answer waits for an API that is away for a while", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "cut", events: 4 } });
  for (const status of [503, 503, 500, 429, 408]) {
    api.next({ fault: { kind: "status", status } });
  }
  const setup = setUpBackground(api.baseUrl, {
    fast: true,
    config: { request: { max_retries: 0 } },
  });
  const answer = answerIn(await setup.call("answer", { query: QUERY }));
  assert.match(String(answer.answer), /Sources:/);
  assert.equal(api.created.length, 1);
});

Deno.test("a background answer that the API declares failed is asked for again, and listed so", async () => {
  await using api = startFakeOpenAI();
  const failed = { code: "server_error", message: "sorry" } as const;
  api.next({ script: { text: "", failed } });
  const setup = setUpBackground(api.baseUrl, { fast: true });
  const answer = answerIn(await setup.call("answer", { query: QUERY }));
  assert.equal(api.created.length, 2);
  const [first, second] = setup.ledger();
  assert.deepEqual([first?.status, second?.status], ["failed", "completed"]);
  assert.equal(second?.response_id, answer.response_id);
});

Deno.test("a server that refuses background is asked without it, once for all", async () => {
  await using api = startFakeOpenAI({ background: "refused" });
  const config = { request: { max_retries: 0 } };
  const setup = setUpBackground(api.baseUrl, { config });
  for (let i = 0; i < 3; i++) {
    const outcome = await setup.call("answer", { query: QUERY });
    assert.match(String(answerIn(outcome).answer), /Sources:/);
  }
  const asked = api.requests.map(({ body }) => body.background === true);
  assert.deepEqual(asked, [true, false, false, false]);
  assert.equal(api.requests[1]?.body.metadata, undefined);
  assert.deepEqual(setup.ledger(), []);
});

Deno.test("a server that takes no notice of background gets no soft deadline", async () => {
  await using api = startFakeOpenAI({ background: "ignored" });
  api.next({ paused: 5 });
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  const call = setup.call("answer", { query: QUERY });
  await api.made(1);
  clock.advance(250_000);
  api.created[0]?.release();
  assert.match(String(answerIn(await call).answer), /Sources:/);
  assert.deepEqual(setup.ledger(), []);
});

Deno.test("auto is answer and answer_detailed at api.openai.com, always is all three", async () => {
  await using api = startFakeOpenAI();
  const hosts: [string, "auto" | "always" | "never", boolean[]][] = [
    ["https://api.openai.com/v1", "auto", [true, true, false]],
    ["https://example.com/v1", "auto", [false, false, false]],
    ["https://example.com/v1", "always", [true, true, true]],
    ["https://api.openai.com/v1", "never", [false, false, false]],
  ];
  for (const [host, background, wanted] of hosts) {
    const setup = setUpBackground(host, {
      config: { responses: { background } },
      // The fake answers for any host.
      fetch: (input, init) =>
        fetch(String(input).replace(host, api.baseUrl), init),
    });
    const before = api.requests.length;
    for (const tool of ["answer", "answer_detailed", "answer_quick"]) {
      answerIn(await setup.call(tool, { query: QUERY }));
    }
    const asked = api.requests.slice(before)
      .map(({ body }) => body.background === true);
    assert.deepEqual(asked, wanted, `${background} at ${host}`);
  }
});

Deno.test("a profile decides before the global setting; iris and store: false never", async () => {
  await using api = startFakeOpenAI();
  const model = "gpt-5.2";
  const setup = setUpBackground(api.baseUrl, {
    config: {
      model_profiles: {
        answer: { model, background: "never" },
        answer_quick: { model, background: "always" },
      },
    },
  });
  await setup.call("answer", { query: QUERY });
  await setup.call("answer_quick", { query: QUERY });
  await setup.call("iris", { input: QUERY });
  const config = { responses: { store: false } };
  await setUpBackground(api.baseUrl, { config }).call("answer", {
    query: QUERY,
  });
  const asked = api.requests.map(({ body }) => body.background === true);
  assert.deepEqual(asked, [false, true, false, false]);
});

Deno.test("a background call times out only before its response has an id", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "hang" } });
  const clock = new ManualClock();
  const config = { request: { timeout_ms: 20_000 } };
  const setup = setUpBackground(api.baseUrl, { clock, config });
  const call = setup.call("answer", { query: QUERY });
  await api.received(1);
  clock.advance(20_000);
  const failure = failureIn(await call);
  assert.equal(failure.reason, "timeout");
  assert.match(String(failure.message), /may have been billed/);
  assert.deepEqual(clock.pending, []);
});

Deno.test("a background answer that failed is not looked for when the next one breaks", async () => {
  await using api = startFakeOpenAI();
  const failed = { code: "server_error", message: "sorry" } as const;
  const cut = { kind: "cut", events: 0 } as const;
  api.next({ script: { text: "", failed } }, { fault: cut });
  const setup = setUpBackground(api.baseUrl, { fast: true });
  const failure = failureIn(await setup.call("answer", { query: QUERY }));
  assert.equal(failure.reason, "network");
  assert.ok(api.requests.every(({ method }) => method === "POST"));
});

Deno.test("what a call has waited for before is part of its deadlines", async () => {
  await using api = startFakeOpenAI();
  api.next({ paused: 6 });
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  const ask = (startedAt: number) =>
    setup.call("answer", { query: QUERY }, { startedAt });
  // Longer than the caller wanted to wait: the id at once, and no more.
  const late = answerIn(await ask(clock.monotonic() - 250_000));
  assert.equal(late.status, "in_progress");
  // Longer than the call may take: nothing is sent.
  const failure = failureIn(await ask(clock.monotonic() - 300_000));
  assert.equal(failure.reason, "timeout");
  assert.doesNotMatch(String(failure.message), /billed/);
  assert.equal(api.requests.length, 1);
  assert.deepEqual(clock.pending, []);
});
