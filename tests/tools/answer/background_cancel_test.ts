import assert from "node:assert/strict";
import { InFlight } from "../../../src/mcp/in_flight.ts";
import { CallAborted } from "../../../src/tools/caller.ts";
import { answerIn } from "../../kit/answer_setup.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { countingClock } from "../../kit/clocks.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const QUERY = "latest news of Deno";
const CANCELLED = new CallAborted("cancelled", "the user pressed Escape");
const GAVE_UP = new CallAborted("timed_out", "Request timed out");
const CLOSING = new CallAborted("closing", "eof");

Deno.test("a cancelled background call is cancelled at the API, after any event", async () => {
  await using api = startFakeOpenAI();
  for (let count = 1; count < 12; count++) {
    const clock = countingClock();
    const setup = setUpBackground(api.baseUrl, { clock });
    const controller = new AbortController();
    api.next({ paused: count });
    const { signal } = controller;
    const call = setup.call("answer", { query: QUERY }, { signal });
    await api.made(count);
    const stored = api.created[count - 1];
    controller.abort(CANCELLED);
    await assert.rejects(call, CANCELLED);
    assert.equal(stored?.view(true).status, "cancelled");
    assert.equal(setup.ledger()[0]?.status, "cancelled");
    assert.equal(clock.live, 0);
  }
  const posts = api.requests.filter(({ method }) => method === "POST");
  assert.equal(posts.filter(({ path }) => path.endsWith("/cancel")).length, 11);
});

Deno.test("a background call that its client gave up on goes on, and is found again", async () => {
  for (const reason of [GAVE_UP, CLOSING]) {
    await using api = startFakeOpenAI();
    const clock = countingClock();
    const setup = setUpBackground(api.baseUrl, { clock });
    const controller = new AbortController();
    api.next({ paused: 5 });
    const { signal } = controller;
    const call = setup.call("answer", { query: QUERY }, { signal });
    await api.made(1);
    controller.abort(reason);
    await assert.rejects(call, reason);
    await api.closed(1);
    assert.equal(clock.live, 0);
    const [entry] = setup.ledger();
    assert.equal(entry?.status, "in_progress");
    api.created[0]?.release();
    const { response_id } = entry ?? {};
    const found = await setup.call("answer_result", { response_id });
    assert.match(String(answerIn(found).answer), /Sources:/);
    assert.equal(api.created.length, 1);
    assert.ok(api.requests.every(({ path }) => !path.endsWith("/cancel")));
  }
});

Deno.test("a call that is cancelled while its question is on its way waits for the id, to cancel it", async () => {
  await using api = startFakeOpenAI();
  const setup = setUpBackground(api.baseUrl);
  const controller = new AbortController();
  api.next({ delayMs: 200, paused: 3 });
  const { signal } = controller;
  const call = setup.call("answer", { query: QUERY }, { signal });
  await api.received(1);
  controller.abort(CANCELLED);
  await assert.rejects(call, CANCELLED);
  assert.equal(api.created[0]?.view(true).status, "cancelled");
});

Deno.test("a cancelled call waits for an id no longer than five seconds", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "hang" } });
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  const controller = new AbortController();
  const { signal } = controller;
  const call = setup.call("answer", { query: QUERY }, { signal });
  await api.received(1);
  controller.abort(CANCELLED);
  clock.advance(await clock.timer(5000));
  await assert.rejects(call, CANCELLED);
  assert.deepEqual(clock.pending, []);
});

Deno.test("a call that is cancelled between two tries sends nothing more", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "status", status: 503 } });
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  const controller = new AbortController();
  const { signal } = controller;
  const call = setup.call("answer", { query: QUERY }, { signal });
  await clock.timer(250, 500);
  controller.abort(CANCELLED);
  await assert.rejects(call, CANCELLED);
  assert.deepEqual([api.requests.length, clock.pending], [1, []]);
});

Deno.test("cancelling answer_result leaves the answer alone", async () => {
  await using api = startFakeOpenAI();
  api.next({ paused: 5 });
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  const call = setup.call("answer", { query: QUERY });
  await clock.timer(240_000);
  clock.advance(240_000);
  const { response_id } = answerIn(await call);
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = setup.call("answer_result", { response_id }, { signal });
  await clock.timer(240_000);
  controller.abort(CANCELLED);
  await assert.rejects(waiting, CANCELLED);
  assert.notEqual(api.created[0]?.view(true).status, "cancelled");
  assert.deepEqual(clock.pending, []);
});

Deno.test("a cancellation that names a time-out is told from others", async () => {
  const reasons: [string, CallAborted["why"]][] = [
    ["McpError: MCP error -32001: Request timed out", "timed_out"],
    ["Maximum total timeout exceeded", "timed_out"],
    ["TimeoutError", "timed_out"],
    ["time-out", "timed_out"],
    ["User requested cancellation", "cancelled"],
    ["no reason given", "cancelled"],
    ["the user ran out of time", "cancelled"],
  ];
  for (const [reason, why] of reasons) {
    const calls = new InFlight();
    const ended = calls.run(1, (signal) =>
      new Promise<unknown>((resolve) => {
        signal.onabort = () => {
          assert.ok(signal.reason instanceof CallAborted);
          assert.equal(signal.reason.why, why, reason);
          resolve(undefined);
        };
      }));
    calls.cancel(1, reason);
    await ended;
  }
});
