import assert from "node:assert/strict";
import {
  type Fault,
  type Script,
  startFakeOpenAI,
} from "../../kit/fake_openai/mod.ts";
import { failureIn, setUp } from "../../kit/answer_setup.ts";

function status(code: number, error = {}): Fault {
  return { kind: "status", status: code, error };
}

async function failureOf(
  plan: { fault?: Fault; script?: Script },
  stream = true,
): Promise<Record<string, unknown>> {
  await using api = startFakeOpenAI();
  api.always(plan);
  const config = { responses: { stream } };
  const setup = setUp(api.baseUrl, { fast: true, config });
  return failureIn(await setup.call("answer", { query: "q" }));
}

Deno.test("answer names the reason of every status and says what to do", async () => {
  const cases: [Fault, string, RegExp][] = [
    [status(401), "authentication", /OPENAI_API_KEY.*check/],
    [
      status(403, { message: "Country not supported" }),
      "authentication",
      /OPENAI_API_KEY \(403\): check .* It said "Country not supported"$/,
    ],
    [
      status(404, { code: "model_not_found" }),
      "model_not_found",
      /gpt-5\.2.*model_profiles/,
    ],
    [
      status(404, { message: "no such path" }),
      "upstream_error",
      /check openai\.base_url/,
    ],
    [
      status(400, { message: "bad thing" }),
      "upstream_error",
      /\(400\): "bad thing"; check/,
    ],
    [
      status(429, { message: "Slow down" }),
      "rate_limited",
      /wait a minute.* It said "Slow down"$/,
    ],
    [status(429, { code: "insufficient_quota" }), "rate_limited", /billing/],
    [status(500), "upstream_error", /ask again later. It said "Error"$/],
  ];
  for (const [fault, reason, message] of cases) {
    const failure = await failureOf({ fault });
    assert.equal(failure.reason, reason, String(message));
    assert.match(String(failure.message), message);
    assert.ok(String(failure.message).length <= 400);
  }
});

Deno.test("answer never succeeds without an answer", async () => {
  const scripts: [Script, string][] = [
    [{ text: "", refusal: "I cannot help with that" }, "refused"],
    [{ text: "" }, "upstream_error"],
    [{ text: "", incomplete: "max_output_tokens" }, "incomplete"],
    [{ text: "", incomplete: "content_filter" }, "refused"],
    [
      { text: "x", failed: { code: "server_error", message: "boom" } },
      "upstream_error",
    ],
  ];
  for (const stream of [true, false]) {
    for (const [script, reason] of scripts) {
      const failure = await failureOf({ script }, stream);
      assert.equal(failure.reason, reason);
      assert.equal(
        String(failure.message).includes(script.refusal ?? "declined"),
        script.refusal !== undefined,
      );
    }
  }
});

Deno.test("answer passes on what the API says of a failed response", async () => {
  const failed = { code: "server_error", message: "boom" } as const;
  for (const stream of [true, false]) {
    const failure = await failureOf({ script: { text: "x", failed } }, stream);
    assert.match(
      String(failure.message),
      /could not finish .*"boom"; ask again/,
    );
  }
});

Deno.test("answer fails when a stream does not end as it must", async () => {
  const cases: [Fault, string, RegExp][] = [
    [
      { kind: "end", events: 5 },
      "network",
      /broke while the answer was arriving/,
    ],
    [
      { kind: "cut", events: 5 },
      "network",
      /broke while the answer was arriving/,
    ],
    [
      { kind: "garbage", events: 5 },
      "upstream_error",
      /form of the Responses API/,
    ],
    [
      { kind: "error_event", events: 5, message: "overloaded" },
      "upstream_error",
      /overloaded/,
    ],
    [
      { kind: "raw", contentType: "text/html", body: "<html>" },
      "upstream_error",
      /responses\.stream to false/,
    ],
  ];
  for (const [fault, reason, message] of cases) {
    const failure = await failureOf({ fault });
    assert.deepEqual([fault.kind, failure.reason], [fault.kind, reason]);
    assert.match(String(failure.message), message);
  }
});

Deno.test("answer never passes on half a character of what the API says", async () => {
  const failure = await failureOf({
    fault: status(400, { message: "\ud83d" }),
  });
  assert.match(String(failure.message), /\(400\): "\ufffd"; check/);
});

Deno.test("answer fails on a body that is no response", async () => {
  const bodies: [string, string][] = [
    ["text/html", "<html>"],
    ["application/json", "[]"],
    ["application/json", "{"],
    ["application/json", "null"],
  ];
  for (const [contentType, body] of bodies) {
    const fault = { kind: "raw", contentType, body } as const;
    const failure = await failureOf({ fault }, false);
    assert.equal(failure.reason, "upstream_error", body);
  }
});

Deno.test("answer without an API key says which variable to set", async () => {
  await using api = startFakeOpenAI();
  for (const env of [{}, { MY_KEY: "" }, { MY_KEY: " \n" }]) {
    const config = { openai: { api_key_env: "MY_KEY" } };
    const outcome = await setUp(api.baseUrl, { env, config })
      .call("answer", { query: "q" });
    const failure = failureIn(outcome);
    assert.equal(failure.reason, "missing_api_key");
    assert.match(
      String(failure.message),
      /set the environment variable MY_KEY/,
    );
  }
  assert.equal(api.requests.length, 0);
});

Deno.test("answer without a usable profile says so", async () => {
  const config = { model_profiles: {} };
  const outcome = await setUp("http://127.0.0.1:1/v1", { config })
    .call("answer_quick", { query: "q" });
  const failure = failureIn(outcome);
  assert.equal(failure.reason, "profile_missing");
  assert.match(String(failure.message), /model_profiles\.answer/);
});

Deno.test("answer failures have 000's shape, and detail only in debug", async () => {
  await using api = startFakeOpenAI({ apiKey: "sk-another-key" });
  const [plain, debug] = await Promise.all(
    [false, true].map((debug) =>
      setUp(api.baseUrl, { debug }).call("answer", { query: "q" })
    ),
  );
  assert.ok(plain && !plain.ok && debug && !debug.ok);
  assert.deepEqual(Object.keys(plain.body), ["code", "message", "data"]);
  assert.deepEqual([plain.body.code, plain.body.message], [
    -32001,
    "answer failed",
  ]);
  assert.deepEqual(plain.error, plain.body);
  assert.deepEqual(Object.keys(plain.error.data), ["reason", "message"]);
  assert.deepEqual(debug.error.data, {
    ...plain.error.data,
    status: 401,
    type: "invalid_request_error",
    name: "AuthenticationError",
  });
});

Deno.test("answer takes no response for finished that says it failed", async () => {
  const output = [{
    type: "message",
    content: [{ type: "output_text", text: "half an answer" }],
  }];
  const error = { code: "server_error", message: "boom" };
  const event = { type: "response.failed", response: { error, output } };
  const streamed = await failureOf({
    fault: {
      kind: "raw",
      contentType: "text/event-stream",
      body: `data: ${JSON.stringify(event)}\n\n`,
    },
  });
  const whole = await failureOf({
    fault: {
      kind: "raw",
      contentType: "application/json",
      body: JSON.stringify({ error, output }),
    },
  }, false);
  for (const failure of [streamed, whole]) {
    assert.equal(failure.reason, "upstream_error");
    assert.match(String(failure.message), /could not finish .*"boom"/);
  }
});

Deno.test("answer blames the API, not its address, for a failure without a reason", async () => {
  for (const response of [{}, { status: "cancelled", error: null }]) {
    const event = { type: "response.failed", response };
    const failure = await failureOf({
      fault: {
        kind: "raw",
        contentType: "text/event-stream",
        body: `data: ${JSON.stringify(event)}\n\n`,
      },
    });
    assert.match(String(failure.message), /^The API could not finish .*again$/);
  }
});

Deno.test("answer calls an answer incomplete when the last event does", async () => {
  await using api = startFakeOpenAI();
  const content = [{ type: "output_text", text: "half" }];
  const response = { output: [{ type: "message", content }] };
  const event = { type: "response.incomplete", response };
  api.always({
    fault: {
      kind: "raw",
      contentType: "text/event-stream",
      body: `data: ${JSON.stringify(event)}\n\n`,
    },
  });
  const setup = setUp(api.baseUrl, { fast: true });
  const outcome = await setup.call("answer", { query: "q" });
  assert.ok(outcome.ok);
  assert.deepEqual(outcome.structured?.incomplete, { reason: "unknown" });
});

Deno.test("answer says how long an API that keeps failing asks to wait", async () => {
  const exact = { "retry-after-ms": "9000", "retry-after": "4" };
  for (const headers of [{ "retry-after": "9" }, exact]) {
    const failure = await failureOf({
      fault: { kind: "status", status: 503, headers },
    });
    assert.equal(failure.reason, "upstream_error");
    assert.match(
      String(failure.message),
      /^The API failed \(503\): wait 9 s, as the server asks, then ask again/,
    );
  }
});

Deno.test({
  name: "answer says which permission it lacks, and does not try again",
  permissions: { net: false, read: true, env: true },
  async fn() {
    const setup = setUp("http://127.0.0.1:8899/v1", {
      fast: true,
      debug: true,
    });
    const outcome = await setup.call("answer", { query: "q" });
    const { reason, message } = failureIn(outcome);
    assert.equal(reason, "network");
    assert.match(
      String(message),
      /^May not connect to http:\/\/127\.0\.0\.1:8899\/v1: .*--allow-net/,
    );
    assert.doesNotMatch(setup.lines.join(""), /attempt=2/);
  },
});
