import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { failureIn, setUp } from "../../kit/answer_setup.ts";

Deno.test("answer refuses bad arguments before any request", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  const cases: [Record<string, unknown>, RegExp][] = [
    [{}, /query: got nothing, want a non-empty string/],
    [{ query: null }, /query: got null/],
    [{ query: 5 }, /query: got 5/],
    [{ query: "" }, /query: got ""/],
    [{ query: " \n\t　" }, /query: got .*not blank/],
    [
      { query: "q", recency_days: -1 },
      /recency_days: got -1, want .* at least 0/,
    ],
    [{ query: "q", max_results: 1.5 }, /max_results: got 1\.5, want a whole/],
    [{ query: "q", max_results: 0 }, /max_results: got 0, want .*1 to 10/],
    [{ query: "q", max_results: 11 }, /max_results: got 11/],
    [{ query: "q", max_results: "5" }, /max_results: got "5"/],
    [{ query: "q", domains: "a.com" }, /domains: got "a\.com", want a list/],
    [
      { query: "q", domains: ["a.com", "not a host"] },
      /domains\[1\]: got "not a host", want a host name/,
    ],
    [
      { query: "q", domains: Array(101).fill("a.com") },
      /domains: got a list of 101/,
    ],
    [{ query: "q", style: "poem" }, /style: got "poem", want one of "summary"/],
    [
      { query: "q", previous_response_id: "a b" },
      /previous_response_id: got "a b"/,
    ],
    [{ query: "q", previous_response_id: "" }, /previous_response_id: got ""/],
    [{ query: "q", previous_response_id: "é" }, /previous_response_id/],
    [
      { query: "q", previous_response_id: "x".repeat(257) },
      /previous_response_id/,
    ],
    [
      { query: "q", verbosity: "high" },
      /verbosity: got unknown name "verbosity"/,
    ],
  ];
  for (const [args, message] of cases) {
    const outcome = await setup.call("answer", args);
    const failure = failureIn(outcome);
    assert.equal(failure.reason, "invalid_arguments", String(message));
    assert.match(String(failure.message), message);
  }
  assert.equal(api.requests.length, 0);
});

Deno.test("answer takes parts of days: 000 wants a number, not a whole one", async () => {
  await using api = startFakeOpenAI();
  const setup = setUp(api.baseUrl);
  for (const recency_days of [0, 0.5, 30]) {
    const outcome = await setup.call("answer", { query: "q", recency_days });
    assert.ok(outcome.ok);
    const hint = `recency_days=${recency_days},`;
    assert.ok(api.requests.at(-1)?.body.input.includes(hint), hint);
  }
});

Deno.test("answer_quick refuses the arguments that it does not have", async () => {
  await using api = startFakeOpenAI();
  const args = { query: "q", max_results: 3 };
  const failure = failureIn(
    await setUp(api.baseUrl).call("answer_quick", args),
  );
  assert.match(String(failure.message), /max_results: got unknown name/);
  assert.equal(api.requests.length, 0);
});

Deno.test("answer names every bad argument within 400 characters", async () => {
  const args = { query: 1, recency_days: -1, max_results: 99, more: 1 };
  const outcome = await setUp("http://127.0.0.1:1").call("answer", args);
  const { message } = failureIn(outcome);
  for (const field of ["query", "recency_days", "max_results", "more"]) {
    assert.match(String(message), new RegExp(`${field}: got`));
  }
  const many = Object.fromEntries(
    Array.from(Array(99), (_, i) => [`x${i}`, 1]),
  );
  const long = await setUp("http://127.0.0.1:1").call("answer", many);
  assert.ok(String(failureIn(long).message).length <= 400);
});

Deno.test("answer never quotes half a character of an argument's name", async () => {
  const setup = setUp("http://127.0.0.1:1");
  for (const name of ["\ud83d", "x".repeat(178) + "😀"]) {
    const outcome = await setup.call("answer", { query: "q", [name]: 1 });
    assert.ok(String(failureIn(outcome).message).isWellFormed());
  }
});

Deno.test("answer says which setting holds a bad domain or zone", async () => {
  await using api = startFakeOpenAI();
  const config = { search: { defaults: { domains: ["no host"] } } };
  const domain = failureIn(
    await setUp(api.baseUrl, { config }).call("answer", { query: "q" }),
  );
  assert.match(String(domain.message), /search\.defaults\.domains\[0\]/);
  const policy = { timezone: "Mars/Olympus" };
  const zone = failureIn(
    await setUp(api.baseUrl, { config: { policy } }).call("answer", {
      query: "q",
    }),
  );
  assert.match(String(zone.message), /policy\.timezone: got "Mars\/Olympus"/);
  assert.equal(api.requests.length, 0);
});

Deno.test("answer refuses to continue a conversation that is not stored", async () => {
  await using api = startFakeOpenAI();
  const config = { responses: { store: false } };
  const setup = setUp(api.baseUrl, { config });
  const args = { query: "q", previous_response_id: "resp_1" };
  const failure = failureIn(await setup.call("answer", args));
  assert.equal(failure.reason, "invalid_arguments");
  assert.match(String(failure.message), /responses\.store is false/);
  assert.equal(api.requests.length, 0);
});
