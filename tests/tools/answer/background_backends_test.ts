import assert from "node:assert/strict";
import { answerIn, failureIn, setUp } from "../../kit/answer_setup.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { ManualClock } from "../../kit/manual_clock.ts";
import { runtime } from "../../../src/runtime/deno.ts";

const QUERY = "latest news of Deno";

Deno.test("a server that gives no events at all is polled, whatever it was asked for", async () => {
  await using api = startFakeOpenAI({ stream: "ignored" });
  api.next({ paused: 1 });
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  const call = setup.call("answer", { query: QUERY });
  await clock.timer(2000);
  api.created[0]?.release();
  clock.advance(2000);
  const answer = answerIn(await call);
  assert.match(String(answer.answer), /Sources:/);
  assert.equal(setup.ledger()[0]?.status, "completed");
  assert.equal(api.created.length, 1);
  assert.deepEqual(clock.pending, []);
});

for (const retrieve of [404, 405, 501] as const) {
  Deno.test(`a server that gives no response again (${retrieve}) is not asked a second time`, async () => {
    await using api = startFakeOpenAI({ retrieve });
    const setup = setUpBackground(api.baseUrl, { fast: true });
    assert.match(
      String(answerIn(await setup.call("answer", { query: QUERY })).answer),
      /Sources:/,
    );
    api.next({ fault: { kind: "cut", events: 6 } });
    const failure = failureIn(await setup.call("answer", { query: QUERY }));
    assert.equal(failure.reason, "network");
    assert.match(String(failure.message), /may have been billed/);
    const posts = api.requests.filter(({ method }) => method === "POST");
    assert.equal(posts.length, 2);
  });
}

Deno.test("a server that reports a passing error, and knows no response any more, is asked again", async () => {
  await using api = startFakeOpenAI({ retrieve: 404 });
  const code = "rate_limit_exceeded";
  api.next({ fault: { kind: "error_event", events: 3, code, message: "no" } });
  const setup = setUpBackground(api.baseUrl, { fast: true });
  const answer = answerIn(await setup.call("answer", { query: QUERY }));
  assert.match(String(answer.answer), /Sources:/);
  const states = setup.ledger().map(({ status }) => status);
  assert.deepEqual(states, ["failed", "completed"]);
});

Deno.test("a limit, a rule or a size is not taken for a refusal of background", async () => {
  await using api = startFakeOpenAI();
  const config = { request: { max_retries: 0 } };
  const setup = setUpBackground(api.baseUrl, { config });
  const errors = [
    [429, { message: "Too many background responses" }],
    [400, { message: "not this background", code: "content_policy" }],
    [400, { message: "background is too long", param: "input" }],
    [413, { message: "background too large" }],
    [400, { message: "the background queue is full", code: "slow_down" }],
  ] as const;
  for (const [status, error] of errors) {
    api.next({ fault: { kind: "status", status, error } });
    const before = api.requests.length;
    failureIn(await setup.call("answer", { query: QUERY }));
    assert.equal(api.requests.length, before + 1, error.message);
  }
  answerIn(await setup.call("answer", { query: QUERY }));
  assert.ok(api.requests.every(({ body }) => body.background === true));
});

Deno.test("a server that refuses what background adds is asked without it", async () => {
  const errors = [
    [400, { message: "Unknown parameter: 'metadata'.", param: "metadata" }],
    [403, { message: "Background mode is not enabled for you" }],
    [422, { message: "background: extra fields not permitted" }],
  ] as const;
  for (const [status, error] of errors) {
    await using api = startFakeOpenAI();
    const setup = setUpBackground(api.baseUrl);
    api.next({ fault: { kind: "status", status, error } });
    answerIn(await setup.call("answer", { query: QUERY }));
    const asked = api.requests.map(({ body }) => body.background === true);
    assert.deepEqual(asked, [true, false], error.message);
  }
});

Deno.test("what is longer than is read is asked for once, in the foreground and in the background", async () => {
  for (const background of ["never", "always"] as const) {
    await using api = startFakeOpenAI();
    const responses = { background, max_bytes: 2048 };
    const setup = setUp(api.baseUrl, { config: { responses } });
    const failure = failureIn(await setup.call("answer", { query: QUERY }));
    assert.equal(failure.reason, "upstream_error");
    assert.match(String(failure.message), /2048 bytes.*may have been billed/);
    assert.deepEqual(api.requests.map(({ method }) => method), ["POST"]);
  }
});

Deno.test("background is not recommended where it is set and the server has none", async () => {
  await using api = startFakeOpenAI({ background: "refused" });
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  api.next({}, { fault: { kind: "hang" } });
  const call = setup.call("answer", { query: QUERY });
  await api.received(2);
  clock.advance(300_000);
  const { reason, message } = failureIn(await call);
  assert.equal(reason, "timeout");
  assert.doesNotMatch(String(message), /responses\.background/);
});

Deno.test("a server that counts time otherwise loses no answer", async () => {
  await using api = startFakeOpenAI();
  for (const created_at of ["1e30", "1763510400000"]) {
    const setup = setUpBackground(api.baseUrl, {
      async fetch(input, init) {
        const response = await runtime.fetch(input, init);
        const text = (await response.text())
          .replace(/"created_at":\d+/g, `"created_at":${created_at}`);
        const { status, headers } = response;
        return new Response(text, { status, headers });
      },
    });
    const { response_id, citations } = answerIn(
      await setup.call("answer", { query: QUERY }),
    );
    assert.match(String(setup.ledger()[0]?.started_at), /^2\d{3}-/);
    const found = answerIn(
      await setup.call("answer_result", { response_id }),
    );
    assert.deepEqual(found.citations, citations);
  }
  assert.equal(api.created.length, 2);
});

Deno.test("a failure that the server gave no id for is logged once", async () => {
  await using api = startFakeOpenAI();
  const fault = { kind: "error_event", events: 0, message: "no" } as const;
  api.next({ fault: { ...fault, code: "server_error" } });
  const setup = setUpBackground(api.baseUrl, { fast: true, debug: true });
  answerIn(await setup.call("answer", { query: QUERY }));
  const failures = setup.lines.filter((line) => /error attempt=/.test(line));
  assert.equal(failures.length, 1, failures.join(""));
});
