import assert from "node:assert/strict";
import { type Fault, startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { hangUp, silence, startRawServer } from "../../kit/raw_server.ts";
import { answerIn, failureIn, setUp } from "../../kit/answer_setup.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

function status(code: number, headers: Record<string, string> = {}): Fault {
  return { kind: "status", status: code, headers };
}

Deno.test("answer makes at most four requests with max_retries 3", async () => {
  for (const stream of [true, false]) {
    for (
      const [code, reason] of [[429, "rate_limited"], [
        503,
        "upstream_error",
      ]] as const
    ) {
      await using api = startFakeOpenAI();
      api.always({ fault: status(code) });
      const config = { responses: { stream }, request: { max_retries: 3 } };
      const setup = setUp(api.baseUrl, { fast: true, config });
      const outcome = await setup.call("answer", { query: "q" });
      assert.equal(failureIn(outcome).reason, reason);
      assert.equal(api.requests.length, 4);
    }
  }
});

Deno.test("answer recovers when a retry succeeds", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: status(500) }, { fault: status(429) });
  const setup = setUp(api.baseUrl, { fast: true });
  const said: string[] = [];
  const progress = (message: string): void => void said.push(message);
  const outcome = await setup.call("answer", { query: "q" }, { progress });
  assert.equal(answerIn(outcome).used_search, false);
  assert.equal(api.requests.length, 3);
  assert.ok(said.includes("Trying again in 1 s (500)"), String(said));
});

Deno.test("answer makes one request when max_retries is 0", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: status(500) });
  const config = { request: { max_retries: 0 } };
  await setUp(api.baseUrl, { config }).call("answer", { query: "q" });
  assert.equal(api.requests.length, 1);
});

Deno.test("answer makes one request when asking again cannot help", async () => {
  for (const code of [400, 401, 403, 404, 409, 422]) {
    await using api = startFakeOpenAI();
    api.always({ fault: status(code) });
    await setUp(api.baseUrl, { fast: true })
      .call("answer", { query: "q" });
    assert.equal(api.requests.length, 1, String(code));
  }
});

Deno.test("answer waits as long as Retry-After says", async () => {
  await using api = startFakeOpenAI();
  const clock = new ManualClock();
  api.next({ fault: status(429, { "retry-after": "42" }) });
  const call = setUp(api.baseUrl, { clock }).call("answer", { query: "q" });
  await clock.timer(42_000);
  assert.equal(api.requests.length, 1);
  clock.advance(42_000);
  assert.ok((await call).ok);
  assert.equal(api.requests.length, 2);
  assert.deepEqual(clock.pending, []);
});

Deno.test("answer fails at once when Retry-After outlasts its deadline", async () => {
  for (const code of [429, 500, 503]) {
    await using api = startFakeOpenAI();
    const clock = new ManualClock();
    api.next({ fault: status(code, { "retry-after": "120" }) });
    const config = { request: { timeout_ms: 60_000 } };
    const outcome = await setUp(api.baseUrl, { clock, config })
      .call("answer", { query: "q" });
    const failure = failureIn(outcome);
    assert.equal(failure.reason, "rate_limited");
    assert.match(String(failure.message), new RegExp(`${code}\\): wait 120 s`));
    assert.deepEqual([api.requests.length, clock.pending], [1, []]);
  }
});

Deno.test("answer can be cancelled while it waits for Retry-After", async () => {
  await using api = startFakeOpenAI();
  const clock = new ManualClock();
  const controller = new AbortController();
  api.next({ fault: status(429, { "retry-after": "120" }) });
  const call = setUp(api.baseUrl, { clock })
    .call("answer", { query: "q" }, { signal: controller.signal });
  await clock.timer(120_000);
  controller.abort(new Error("cancelled by the client"));
  await assert.rejects(call, /cancelled by the client/);
  assert.deepEqual([api.requests.length, clock.pending], [1, []]);
});

function timedOut(failure: Record<string, unknown>): void {
  assert.equal(failure.reason, "timeout");
  assert.match(
    String(failure.message),
    /within 5000 ms; .* may have been billed, .*: raise request\.timeout_ms/,
  );
}

Deno.test("answer says that its own deadline has passed", async () => {
  await using api = startRawServer(silence);
  const clock = new ManualClock();
  const config = { request: { timeout_ms: 5000 } };
  const call = setUp(api.baseUrl, { clock, config })
    .call("answer", { query: "q" });
  await api.received(1);
  clock.advance(5000);
  timedOut(failureIn(await call));
  await api.closed(1);
  assert.deepEqual([api.connections, clock.pending], [1, []]);
});

Deno.test("answer ends a stream that stalls at its deadline", async () => {
  await using api = startFakeOpenAI();
  const clock = new ManualClock();
  api.always({ fault: { kind: "stall", events: 3 } });
  const config = { request: { timeout_ms: 5000 } };
  const call = setUp(api.baseUrl, { clock, config })
    .call("answer", { query: "q" });
  await api.received(1);
  clock.advance(5000);
  timedOut(failureIn(await call));
  await api.closed(1);
  assert.deepEqual([api.requests.length, clock.pending], [1, []]);
});

Deno.test("answer does not ask again over a connection that breaks in silence", async () => {
  await using api = startRawServer(hangUp);
  const config = { request: { max_retries: 2 } };
  const outcome = await setUp(api.baseUrl, { fast: true, config })
    .call("answer", { query: "q" });
  const { reason, message } = failureIn(outcome);
  assert.equal(reason, "network");
  assert.match(String(message), /broke after .* sent.* may have been billed/);
  assert.equal(api.connections, 1);
});

Deno.test("answer retries a connection that is refused", async () => {
  const api = startRawServer(silence);
  await api[Symbol.asyncDispose]();
  const config = { request: { max_retries: 2 } };
  const said: string[] = [];
  const outcome = await setUp(api.baseUrl, { fast: true, config })
    .call("answer", { query: "q" }, { progress: (m) => void said.push(m) });
  const { reason, message } = failureIn(outcome);
  assert.equal(reason, "network");
  assert.match(
    String(message),
    /^Cannot reach http:.*: check the network, .* Error: ".*refused.*"$/,
  );
  assert.equal(said.filter((m) => /no connection/.test(m)).length, 2);
});
