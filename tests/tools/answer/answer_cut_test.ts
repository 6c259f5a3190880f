import assert from "node:assert/strict";
import { answerIn, failureIn, setUp } from "../../kit/answer_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

Deno.test("answer asks only once when its stream breaks, and looks once for what is stored", async () => {
  for (const store of [true, false]) {
    await using api = startFakeOpenAI();
    api.always({ fault: { kind: "cut", events: 8 } });
    const config = { responses: { store } };
    const outcome = await setUp(api.baseUrl, { config })
      .call("answer", { query: "q" });
    assert.equal(failureIn(outcome).reason, "network");
    assert.match(String(failureIn(outcome).message), /may have been billed/);
    assert.equal(api.created.length, 1);
    const methods = api.requests.map(({ method }) => method);
    assert.deepEqual(methods, store ? ["POST", "GET"] : ["POST"]);
  }
});

Deno.test("answer takes what is stored when its stream breaks after the end of the work", async () => {
  await using api = startFakeOpenAI();
  const query = "latest news";
  const setup = setUp(api.baseUrl);
  const whole = answerIn(await setup.call("answer", { query }));
  const { events = [] } = api.created[0] ?? {};
  for (let cut = 1; cut < events.length; cut++) {
    api.next({ fault: { kind: "cut", events: cut }, finishes: true });
    const { response_id, ...rest } = answerIn(
      await setup.call("answer", { query }),
    );
    assert.deepEqual({ ...rest, response_id: whole.response_id }, {
      ...whole,
      response_id: whole.response_id,
    });
    assert.notEqual(response_id, whole.response_id);
  }
  assert.equal(api.created.length, events.length);
});

Deno.test("answer looks for what is stored for five seconds at most", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "cut", events: 8 } }, { fault: { kind: "hang" } });
  const clock = new ManualClock();
  const call = setUp(api.baseUrl, { clock }).call("answer", { query: "q" });
  await api.received(2);
  clock.advance(await clock.timer(5000));
  assert.equal(failureIn(await call).reason, "network");
  assert.deepEqual(clock.pending, []);
});

Deno.test("answer asks again after a failure in its stream before the first text", async () => {
  for (const code of ["server_error", "rate_limit_exceeded"] as const) {
    await using api = startFakeOpenAI();
    api.next(
      { fault: { kind: "error_event", events: 3, code, message: "busy" } },
      { script: { text: "", failed: { code, message: "busy" } } },
    );
    const said: string[] = [];
    const progress = (message: string): void => void said.push(message);
    const setup = setUp(api.baseUrl, { fast: true });
    const outcome = await setup.call("answer", { query: "q" }, { progress });
    assert.match(String(answerIn(outcome).answer), /^This is the answer/);
    assert.deepEqual(api.requests.map(({ method }) => method), [
      "POST",
      "POST",
      "POST",
    ]);
    const again = said.filter((text) => text.startsWith("Trying again"));
    assert.equal(again.length, 2);
    assert.ok(again.every((text) => text.endsWith(`(${code})`)), again.join());
  }
});

Deno.test("answer gives a failure in its stream the reason of a status", async () => {
  const cases = [
    ["rate_limit_exceeded", "rate_limited", 2],
    ["server_error", "upstream_error", 2],
    ["invalid_prompt", "upstream_error", 1],
  ] as const;
  for (const [code, reason, count] of cases) {
    await using api = startFakeOpenAI();
    api.always({ script: { text: "", failed: { code, message: "no" } } });
    const config = { request: { max_retries: 1 } };
    const setup = setUp(api.baseUrl, { fast: true, config });
    const failure = failureIn(await setup.call("answer", { query: "q" }));
    assert.deepEqual([failure.reason, api.requests.length], [reason, count]);
  }
});

Deno.test("answer does not ask again once text has come", async () => {
  await using api = startFakeOpenAI();
  const fault = { kind: "error_event", events: 9, message: "late" } as const;
  api.always({ fault, script: { text: "a text of more than one event here" } });
  const setup = setUp(api.baseUrl, { fast: true });
  const failure = failureIn(await setup.call("answer", { query: "q" }));
  assert.equal(failure.reason, "upstream_error");
  assert.equal(api.requests.length, 1);
});

Deno.test("answer names the setting that keeps long answers, after a minute, and iris does not", async () => {
  for (
    const [tool, lastedMs, named] of [
      ["answer", 59_000, false],
      ["answer", 61_000, true],
      ["iris", 61_000, false],
    ] as const
  ) {
    await using api = startFakeOpenAI();
    api.always({ fault: { kind: "hang" } });
    const clock = new ManualClock();
    const config = { request: { timeout_ms: lastedMs } };
    const call = setUp(api.baseUrl, { clock, config })
      .call(tool, tool === "iris" ? { input: "q" } : { query: "q" });
    await api.received(1);
    clock.advance(lastedMs);
    const { message } = failureIn(await call);
    assert.equal(/responses\.background/.test(String(message)), named);
  }
});

Deno.test("answer says what may have been billed, however its stream breaks, and asks once", async () => {
  for (const kind of ["cut", "end", "garbage"] as const) {
    for (const events of [0, 1, 6]) {
      await using api = startFakeOpenAI();
      api.next({ fault: { kind, events } });
      const setup = setUp(api.baseUrl);
      const failure = failureIn(await setup.call("answer", { query: "q" }));
      const what = `${kind} after ${events}: ${failure.message}`;
      assert.match(String(failure.message), /may have been billed/, what);
      const posts = api.requests.filter(({ method }) => method === "POST");
      assert.equal(posts.length, 1, what);
    }
  }
});
