import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { answerIn, failureIn, setUp } from "../../kit/answer_setup.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

Deno.test("answer reports what its stream shows, and stops with the answer", async () => {
  await using api = startFakeOpenAI();
  const said: string[] = [];
  const progress = (message: string): void => void said.push(message);
  const query = "weather in Tokyo on 2025-08-09";
  await setUp(api.baseUrl).call("answer", { query }, { progress });
  assert.deepEqual(said, [
    "Asking gpt-5.2",
    "Reasoning",
    "Searching the web",
    "Searching the web: weather Tokyo 2025-08-09",
    "Writing the answer",
  ]);
});

Deno.test("answer shows that it is alive while nothing comes", async () => {
  for (const stream of [true, false]) {
    await using api = startFakeOpenAI();
    api.always({ fault: { kind: "hang" } });
    const clock = new ManualClock();
    const at: number[] = [];
    const config = { responses: { stream }, request: { timeout_ms: 60_000 } };
    const call = setUp(api.baseUrl, { clock, config }).call(
      "answer",
      { query: "q" },
      { progress: () => void at.push(clock.monotonic()) },
    );
    await api.received(1);
    clock.advance(59_000);
    const gaps = at.map((time, i) => time - (at[i - 1] ?? 0));
    assert.ok(at.length >= 6 && Math.max(...gaps) <= 10_000, String(gaps));
    clock.advance(1000);
    await call;
    const before = at.length;
    clock.advance(60_000);
    assert.equal(at.length, before);
  }
});

Deno.test("answer reads a stream in pieces of any size", async () => {
  await using api = startFakeOpenAI();
  const query = "本日 2025-08-09 の東京の天気";
  const setup = setUp(api.baseUrl);
  const { answer } = answerIn(await setup.call("answer", { query }));
  for (const pieceBytes of [1, 7, 1000]) {
    api.next({ pieceBytes });
    const slow = answerIn(await setup.call("answer", { query }));
    assert.equal(slow.answer, answer);
  }
});

Deno.test("answer does not wait for a server that keeps its stream open", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "linger" } });
  const outcome = await setUp(api.baseUrl).call("answer", { query: "q" });
  assert.ok(outcome.ok);
  await api.closed(1);
});

Deno.test("answer is not lost when its deadline passes while the stream is closing", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "linger" } });
  const clock = new ManualClock();
  const config = { request: { timeout_ms: 50 } };
  const call = setUp(api.baseUrl, { clock, config })
    .call("answer", { query: "q" });
  await clock.timer(100);
  clock.advance(50);
  assert.ok((await call).ok);
  assert.deepEqual(clock.pending, []);
});

Deno.test("answer asks each question over a connection of its own on Deno", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  for (let i = 0; i < 5; i++) await setup.call("answer", { query: "q" });
  assert.equal(api.closedEarly, 0);
  // On one that was used before, Deno would send a question again by itself.
  const ports = new Set(api.requests.map(({ port }) => port));
  assert.equal(ports.size, 5);
});

Deno.test("answer reads what a stream showed when its last event holds no output", async () => {
  await using api = startFakeOpenAI();
  const content = [{ type: "output_text", text: "shown" }];
  const events = [
    {
      type: "response.output_item.done",
      output_index: 0,
      item: { type: "message", content },
    },
    { type: "response.completed", response: { id: "resp_1", output: [] } },
  ];
  const body = events.map((e) => `data: ${JSON.stringify(e)}\n\n`).join("");
  const contentType = "text/event-stream";
  api.next({ fault: { kind: "raw", contentType, body } });
  const outcome = await setUp(api.baseUrl).call("answer", { query: "q" });
  assert.equal(answerIn(outcome).answer, "shown");
});

Deno.test("answer reads the whole response of a server that does not stream", async () => {
  await using api = startFakeOpenAI();
  const content = [{ type: "output_text", text: "in one piece" }];
  const output = [{ type: "message", content }];
  const contentType = "Application/JSON; charset=utf-8";
  const reply = (response: object): void => {
    const body = JSON.stringify(response);
    api.next({ fault: { kind: "raw", contentType, body } });
  };
  const ask = () => setUp(api.baseUrl).call("answer", { query: "q" });
  reply({ id: "resp_1", status: "completed", output });
  const { answer, model } = answerIn(await ask());
  assert.deepEqual([answer, model], ["in one piece", "gpt-5.2"]);
  const details = { reason: "max_output_tokens" };
  reply({ status: "incomplete", incomplete_details: details, output });
  assert.deepEqual(answerIn(await ask()).incomplete, details);
  reply({ status: "failed", error: { message: "boom" } });
  assert.match(String(failureIn(await ask()).message), /finish .*"boom"/);
  const event = { type: "response.completed", response: { output } };
  const body = `data: ${JSON.stringify(event)}\n\n`;
  api.next({ fault: { kind: "raw", contentType, body } });
  assert.equal(answerIn(await ask()).answer, "in one piece");
  api.next({ fault: { kind: "raw", contentType, body: "{" } });
  assert.match(String(failureIn(await ask()).message), /did not answer in the/);
});

Deno.test("answer logs that its stream broke", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "error_event", events: 3, message: "no luck" } });
  const setup = setUp(api.baseUrl, { debug: true, fast: true });
  await setup.call("answer", { query: "q" });
  assert.match(setup.lines.join(""), /error attempt=1 .*msg="no luck"/);
});
