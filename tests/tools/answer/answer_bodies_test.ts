import assert from "node:assert/strict";
import { setUp, TEST_KEY } from "../../kit/answer_setup.ts";
import { type Plan, startFakeOpenAI } from "../../kit/fake_openai/mod.ts";

/** The lines with bodies of one question. */
async function bodiesOf(plan: Plan, stream = true): Promise<string[]> {
  await using api = startFakeOpenAI();
  api.always(plan);
  const config = { responses: { stream }, request: { max_retries: 1 } };
  const setup = setUp(api.baseUrl, {
    debug: true,
    bodies: true,
    fast: true,
    config,
  });
  await setup.call("answer", { query: "SECRET-QUERY today" });
  return setup.lines.filter((line) => line.includes("api re"))
    .map((line) => line.trimEnd().replace("[openai-responses-mcp] ", ""));
}

function jsonIn(line = ""): Record<string, unknown> {
  return JSON.parse(/ json=(.*)$/.exec(line)?.[1] ?? "null");
}

const TIME = "time=\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

Deno.test("debug_bodies logs what the API is asked and answers, streamed or whole", async () => {
  for (const stream of [true, false]) {
    const [request, response, ...more] = await bodiesOf({}, stream);
    assert.deepEqual(more, []);
    assert.match(
      request ?? "",
      new RegExp(`^${TIME} api request POST http://127\\S+/responses json={`),
    );
    const { input } = jsonIn(request);
    assert.match(String(input), /^SECRET-QUERY/);
    assert.match(
      response ?? "",
      new RegExp(
        `^${TIME} latency_ms=\\d+ api response status=200 x-request-id=req_\\w+ json={`,
      ),
    );
    const last = jsonIn(response);
    const final = stream ? last.response : last;
    assert.equal(Object(final).status, "completed");
    assert.equal(last.type, stream ? "response.completed" : undefined);
  }
});

Deno.test("debug_bodies logs each attempt, and how far a stream came that broke", async () => {
  const error = { message: "over there" };
  const failed = await bodiesOf({
    fault: { kind: "status", status: 503, error },
  });
  assert.equal(failed.length, 4);
  for (const line of [failed[1], failed[3]]) {
    assert.match(line ?? "", /status=503 x-request-id=req_\w+ json={/);
    assert.equal(Object(jsonIn(line).error).message, "over there");
  }
  const cut = await bodiesOf({ fault: { kind: "cut", events: 2 } });
  assert.match(cut[1] ?? "", /status=200 x-request-id=req_\w+ cut json={/);
  assert.equal(jsonIn(cut[1]).type, "response.in_progress");
});

Deno.test("debug_bodies tells a connection that was not made", async () => {
  const config = {
    openai: { base_url: "http://127.0.0.1:1/v1" },
    request: { max_retries: 0 },
  };
  const setup = setUp("", { debug: true, bodies: true, config });
  await setup.call("answer", { query: "q" });
  assert.match(
    setup.lines.join(""),
    /latency_ms=\d+ api request failed: TypeError/,
  );
});

Deno.test("debug_bodies shows neither key nor header, also when they are echoed", async () => {
  const token = "gateway-token-0123";
  for (const key of [TEST_KEY, "gateway-key-without-prefix"]) {
    await using api = startFakeOpenAI();
    api.always({
      script: { text: `your key is ${key}, your token is ${token}` },
    });
    const setup = setUp(api.baseUrl, {
      debug: true,
      bodies: true,
      env: { OPENAI_API_KEY: key, TOKEN: token },
      config: { openai: { headers: { "X-Gateway": "Bearer ${TOKEN}" } } },
    });
    const outcome = await setup.call("answer", { query: "q" });
    assert.equal(
      api.requests[0]?.headers.get("x-gateway"),
      `Bearer ${token}`,
    );
    const shown = setup.lines.join("") + JSON.stringify(outcome);
    assert.match(shown, /your key is \[redacted\], your token is \[redacted\]/);
    assert.equal(shown.includes(key), false);
    assert.equal(shown.includes(token), false);
  }
});

Deno.test("progress shows neither key nor header, also when they are echoed", async () => {
  const token = "gateway-token-0123";
  await using api = startFakeOpenAI();
  const query = `who has ${TEST_KEY} or ${token}`;
  api.always({ script: { text: "nobody", searches: [{ query }] } });
  const setup = setUp(api.baseUrl, {
    env: { OPENAI_API_KEY: TEST_KEY, TOKEN: token },
    config: { openai: { headers: { "X-Gateway": "Bearer ${TOKEN}" } } },
  });
  const said: string[] = [];
  const progress = (message: string): void => void said.push(message);
  await setup.call("answer", { query: "q" }, { progress });
  const searched = said.filter((message) => message.includes("who has"));
  assert.deepEqual(searched, [
    "Searching the web: who has [redacted] or [redacted]",
  ]);
});

Deno.test("a cancelled answer closes its connection, also while bodies are logged", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "stall", events: 3 } });
  const setup = setUp(api.baseUrl, { debug: true, bodies: true });
  const stop = new AbortController();
  const { signal } = stop;
  const call = setup.call("answer", { query: "q" }, {
    signal,
    progress: (message) => {
      if (message === "Reasoning") stop.abort(new Error("enough"));
    },
  });
  await assert.rejects(call, /enough/);
  await api.closed(1);
  assert.match(setup.lines.join(""), / cut json={/);
});
