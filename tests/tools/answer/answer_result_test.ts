import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import { whyNoResults } from "../../../src/tools/answer/answer_result.ts";
import { answerIn, failureIn, TEST_KEY } from "../../kit/answer_setup.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const QUERY = "latest news of Deno";

Deno.test("an answer that is not there in time comes as in_progress, and whole from answer_result", async () => {
  await using api = startFakeOpenAI();
  const args = { query: QUERY, domains: ["deno.com"], style: "citations-only" };
  const clock = new ManualClock();
  const first = setUpBackground(api.baseUrl, { clock });
  const wanted = answerIn(await first.call("answer_detailed", args));

  api.next({ paused: 6 });
  const call = first.call("answer_detailed", args);
  await api.made(2);
  const id = api.created[1]?.final.id ?? "";
  await clock.timer(240_000);
  clock.advance(240_000);
  const late = answerIn(await call);
  assert.deepEqual(late, {
    answer:
      `The answer is not ready yet and is still being worked on: call answer_result with {"response_id": "${id}"} to get it, instead of asking again, which would be billed again.`,
    used_search: false,
    citations: [],
    model: "gpt-5.2-2025-12-11",
    response_id: id,
    status: "in_progress",
  });
  await api.closed(1);
  assert.deepEqual(clock.pending, []);
  assert.equal(first.ledger()[1]?.status, "in_progress");

  // Another process with the same home, which waits again.
  const other = setUpBackground(api.baseUrl, { clock }, first.files);
  const again = other.call("answer_result", { response_id: id });
  await clock.timer(240_000);
  clock.advance(240_000);
  assert.equal(answerIn(await again).status, "in_progress");

  const said: string[] = [];
  const progress = (message: string): void => void said.push(message);
  const result = other.call("answer_result", { response_id: id }, { progress });
  await clock.timer(240_000);
  api.created[1]?.release();
  assert.deepEqual(answerIn(await result), { ...wanted, response_id: id });
  assert.ok(said.some((text) => /^Searching the web: /.test(text)), `${said}`);
  assert.equal(other.ledger()[1]?.status, "completed");
  assert.equal(api.created.length, 2);
  assert.deepEqual(clock.pending, []);
});

Deno.test("the soft deadline is never above request.timeout_ms", async () => {
  await using api = startFakeOpenAI();
  api.next({ paused: 6 });
  const clock = new ManualClock();
  const config = { request: { timeout_ms: 30_000 } };
  const setup = setUpBackground(api.baseUrl, { clock, config });
  const begun = Promise.withResolvers<void>();
  const progress = (message: string): void => {
    if (message === "Reasoning") begun.resolve();
  };
  const call = setup.call("answer", { query: QUERY }, { progress });
  await begun.promise;
  clock.advance(30_000);
  assert.equal(answerIn(await call).status, "in_progress");
});

Deno.test("answer_result finds answers that another program asked for, and those of the foreground", async () => {
  await using api = startFakeOpenAI();
  const config = { responses: { background: "never" } } as const;
  const plain = setUpBackground(api.baseUrl, { config });
  const wanted = answerIn(await plain.call("answer", { query: QUERY }));
  assert.equal(api.requests[0]?.body.metadata, undefined);
  const { response_id } = wanted;
  const found = await setUpBackground(api.baseUrl)
    .call("answer_result", { response_id });
  assert.deepEqual(answerIn(found), wanted);
});

Deno.test("answer_result says what is wrong with an id", async () => {
  await using api = startFakeOpenAI();
  const setup = setUpBackground(api.baseUrl);
  const ask = async (response_id: string) =>
    failureIn(await setup.call("answer_result", { response_id }));
  const unknown = await ask("resp_unknown");
  assert.equal(unknown.reason, "response_not_found");
  assert.match(
    String(unknown.message),
    /may have expired.*another key or server$/,
  );
  assert.equal((await ask("no-id-of-openai")).reason, "response_not_found");
  assert.equal((await ask("two words")).reason, "invalid_arguments");

  const { response_id } = answerIn(
    await setup.call("answer", { query: QUERY }),
  );
  api.forget(String(response_id));
  const expired = await ask(String(response_id));
  assert.equal(expired.reason, "response_not_found");
  assert.match(
    String(expired.message),
    /\. answer_result without response_id lists the latest$/,
  );

  const failed = { code: "invalid_prompt", message: "not this" } as const;
  api.next({ script: { text: "", failed } });
  await setup.call("answer", { query: QUERY });
  const wrong = await ask(api.created.at(-1)?.final.id ?? "");
  assert.equal(wrong.reason, "upstream_error");
  assert.match(String(wrong.message), /"not this"; rephrase the question/);

  api.next({ paused: 4 });
  const clock = new ManualClock();
  const slow = setUpBackground(api.baseUrl, { clock });
  const call = slow.call("answer", { query: QUERY });
  await clock.timer(240_000);
  clock.advance(240_000);
  const id = String(answerIn(await call).response_id);
  api.created.at(-1)?.cancel();
  const cancelled = await ask(id);
  assert.equal(cancelled.reason, "cancelled");
});

Deno.test("answer_result says that an answer is not lost when the API is away, and what not to do", async () => {
  await using api = startFakeOpenAI();
  const config = { request: { max_retries: 1 } };
  const setup = setUpBackground(api.baseUrl, { fast: true, config });
  const first = answerIn(await setup.call("answer", { query: QUERY }));
  const { response_id } = first;
  const status = (status: number, headers = {}) =>
    ({ fault: { kind: "status", status, headers } }) as const;
  const cut = { fault: { kind: "cut", events: 0 } } as const;
  const cases = [
    [[status(503), status(503)], "upstream_error"],
    // Longer than any deadline.
    [[status(429, { "retry-after": "3000000" })], "rate_limited"],
    [[cut, cut], "network"],
  ] as const;
  for (const [plans, reason] of cases) {
    api.next(...plans);
    const outcome = await setup.call("answer_result", { response_id });
    const failure = failureIn(outcome);
    assert.equal(failure.reason, reason);
    assert.match(
      String(failure.message),
      /is not lost: call again with the same response_id/,
    );
    assert.doesNotMatch(String(failure.message), /ask again|billed/);
  }
  const again = await setup.call("answer_result", { response_id });
  assert.deepEqual(answerIn(again), first);
  assert.equal(api.created.length, 1);
});

Deno.test("answer_result tells a foreign key from an unknown id", async () => {
  await using api = startFakeOpenAI({ apiKey: "sk-of-another-project" });
  const env = { OPENAI_API_KEY: TEST_KEY, HOME: "/home/me" };
  const setup = setUpBackground(api.baseUrl, { env });
  const response_id = "resp_1";
  const outcome = await setup.call("answer_result", { response_id });
  assert.equal(failureIn(outcome).reason, "authentication");
});

Deno.test("answer_result lists the newest twenty, the newest first", async () => {
  await using api = startFakeOpenAI();
  const setup = setUpBackground(api.baseUrl);
  const none = answerIn(await setup.call("answer_result", {}));
  assert.deepEqual(none, { items: [] });
  const long = "🙂".repeat(30) + "x".repeat(60);
  await setup.call("answer_quick", { query: long });
  for (let i = 0; i < 20; i++) {
    await setup.call("answer", { query: `question ${i}` });
  }
  const { items } = answerIn(await setup.call("answer_result", {}));
  assert.ok(Array.isArray(items));
  assert.equal(items.length, 20);
  const [newest] = items;
  assert.deepEqual(Object.keys(newest), [
    "response_id",
    "tool",
    "model",
    "status",
    "started_at",
    "ended_at",
    "question",
  ]);
  assert.deepEqual([newest.question, newest.status, newest.tool], [
    "question 19",
    "completed",
    "answer",
  ]);
  const oldest = setup.ledger()[0];
  assert.equal(oldest?.question, "🙂".repeat(30) + "x".repeat(30));
  assert.equal(oldest?.tool, "answer_quick");
});

Deno.test("answer_result without a list wants an id", async () => {
  await using api = startFakeOpenAI();
  const config = { responses: { ledger: false } };
  const setup = setUpBackground(api.baseUrl, { config });
  await setup.call("answer", { query: QUERY });
  assert.deepEqual(setup.ledger(), []);
  const failure = failureIn(await setup.call("answer_result", {}));
  assert.equal(failure.reason, "invalid_arguments");
  assert.match(String(failure.message), /response_id.*responses\.ledger/);
});

Deno.test("a ledger that cannot be written costs one warning, never an answer", async () => {
  await using api = startFakeOpenAI();
  const homeless = { OPENAI_API_KEY: TEST_KEY };
  for (const env of [homeless, { ...homeless, HOME: "/home/me" }]) {
    const setup = setUpBackground(api.baseUrl, { env });
    setup.files.write("/home/me", "a file where the directory should be");
    for (let i = 0; i < 3; i++) {
      answerIn(await setup.call("answer", { query: QUERY }));
    }
    const warnings = setup.lines.filter((line) =>
      /background answers/.test(line)
    );
    assert.equal(warnings.length, 1, warnings.join());
  }
});

Deno.test("whyNoResults() names the setting that keeps answers from running in the background", () => {
  const config = defaultConfig();
  assert.match(whyNoResults({ config }) ?? "", /set responses\.background/);
  const responses = { ...config.responses, store: false };
  const why = whyNoResults({ config: { ...config, responses } });
  assert.match(why ?? "", /needs responses\.store: true$/);
});
