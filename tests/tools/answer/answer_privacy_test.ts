import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type Fault, startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import {
  answerIn,
  failureIn,
  setUp,
  TEST_KEY,
} from "../../kit/answer_setup.ts";

Deno.test("answer logs metadata in debug, never a question or an answer", async () => {
  await using api = startFakeOpenAI();
  api.next({
    script: { text: "SECRET-ANSWER", searches: [{ query: "SECRET-SEARCH" }] },
  });
  const setup = setUp(api.baseUrl, { debug: true });
  await setup.call("answer", { query: "SECRET-QUERY", max_results: 3 });
  assert.deepEqual(setup.lines, [
    "[openai-responses-mcp] answer: profile=answer model=gpt-5.2 supports={verbosity:true, reasoning:true}\n",
    "[openai-responses-mcp] answer: request summary tools=web_search(on) reasoning=on text.verbosity=on\n",
  ]);
});

Deno.test("answer logs a failed request with its attempt", async () => {
  await using api = startFakeOpenAI();
  const error = { message: "slow down", code: "rate_limit_exceeded" };
  api.next({ fault: { kind: "status", status: 429, error } });
  const config = { request: { max_retries: 0 } };
  const setup = setUp(api.baseUrl, { debug: true, config });
  await setup.call("answer", { query: "q" });
  const line = setup.lines.find((l) => l.includes("openai(client)")) ?? "";
  assert.match(
    line,
    /openai\(client\): error attempt=1 status=429 name=RateLimitError code=rate_limit_exceeded msg="slow down" body="\{/,
  );
});

Deno.test("answer logs nothing without debug", async () => {
  await using api = startFakeOpenAI();
  api.next({ fault: { kind: "status", status: 401 } });
  const setup = setUp(api.baseUrl);
  await setup.call("answer", { query: "q" });
  assert.deepEqual(setup.lines, []);
});

Deno.test("answer shows its key nowhere, also when the API echoes it", async () => {
  for (const key of [TEST_KEY, "gateway-key-without-prefix"]) {
    for (const status of [400, 401, 429, 500]) {
      await using api = startFakeOpenAI();
      api.always({ fault: { kind: "status", status, echoKey: true } });
      const setup = setUp(api.baseUrl, {
        debug: true,
        env: { OPENAI_API_KEY: key },
        config: { request: { max_retries: 0 } },
      });
      const outcome = await setup.call("answer", { query: "q" });
      const shown = JSON.stringify(outcome) + setup.lines.join("");
      assert.equal(shown.includes(key), false, shown);
      assert.match(setup.lines.join(""), /bad key \[redacted\] given/);
    }
  }
});

Deno.test("answer shows its key in no field of an error that the API fills in", async () => {
  const key = "gateway-key-without-prefix";
  const error = { message: key, code: key, type: key, param: key };
  const contentType = "text/event-stream";
  const body = `data: ${JSON.stringify({ ...error, type: "error" })}\n\n`;
  const faults: Fault[] = [
    ...[400, 401, 404, 500].map((status): Fault => (
      { kind: "status", status, error }
    )),
    { kind: "raw", contentType, body },
  ];
  for (const fault of faults) {
    await using api = startFakeOpenAI();
    api.always({ fault });
    const setup = setUp(api.baseUrl, {
      debug: true,
      env: { OPENAI_API_KEY: key },
      config: { request: { max_retries: 0 } },
    });
    const outcome = await setup.call("answer", { query: "q" });
    const shown = JSON.stringify(outcome) + setup.lines.join("");
    assert.match(shown, /\[redacted\]/);
    assert.equal(shown.includes(key), false, shown);
  }
});

Deno.test("answer hides its key in answers and progress too, and no other text like one", async () => {
  for (const key of [TEST_KEY, 'gateway"key\\without-prefix']) {
    for (const stream of [true, false]) {
      await using api = startFakeOpenAI();
      const text = `Your key ${key} is not sk-example-0123456789.`;
      const searches = [{ query: "x".repeat(165) + key }];
      const cites = [{ url: `https://example.com/?k=${key}`, title: key }];
      api.always({ script: { text, searches, cites } });
      const said: string[] = [];
      const setup = setUp(api.baseUrl, {
        env: { OPENAI_API_KEY: key },
        config: { responses: { stream } },
      });
      const outcome = await setup.call("answer", { query: "q" }, {
        progress: (message) => void said.push(message),
      });
      const { answer } = answerIn(outcome);
      assert.match(
        String(answer),
        /^Your key \[redacted\] is not sk-example-0123456789\./,
      );
      const shown = JSON.stringify([outcome, said]);
      assert.equal(shown.includes(key.slice(0, 7)), false, shown);
    }
  }
});

Deno.test("answer leaves a word alone that a server at home takes for a key", async () => {
  await using api = startFakeOpenAI();
  api.always({ script: { text: "An ollama-like server needs no key." } });
  const setup = setUp(api.baseUrl, { env: { OPENAI_API_KEY: "ollama" } });
  const { answer } = answerIn(await setup.call("answer", { query: "q" }));
  assert.match(String(answer), /^An ollama-like server needs no key\./);
});

Deno.test("answer shows no part of a key where it cuts a message", async () => {
  const key = "gateway-key-without-prefix";
  for (let length = 120; length < 300; length += 7) {
    await using api = startFakeOpenAI();
    const error = { message: "x".repeat(length) };
    const fault = {
      kind: "status",
      status: 400,
      error,
      echoKey: true,
    } as const;
    api.always({ fault });
    const setup = setUp(api.baseUrl, {
      debug: true,
      env: { OPENAI_API_KEY: key },
    });
    const outcome = await setup.call("answer", { query: "q" });
    assert.doesNotMatch(
      JSON.stringify(outcome) + setup.lines.join(""),
      /gatew/,
    );
  }
});

Deno.test("answer hides what is left of a key that the API has masked", async () => {
  await using api = startFakeOpenAI({ apiKey: "sk-another-key" });
  const setup = setUp(api.baseUrl, { debug: true });
  const failure = failureIn(await setup.call("answer", { query: "q" }));
  assert.equal(failure.reason, "authentication");
  const shown = JSON.stringify(failure) + setup.lines.join("");
  assert.doesNotMatch(shown, /sk-|cdef/);
});

Deno.test("answer refuses a key that could not be sent, without showing it", async () => {
  const env = { OPENAI_API_KEY: "sk-abc def-ghij" };
  const setup = setUp("http://127.0.0.1:1/v1", { env, debug: true });
  const failure = failureIn(await setup.call("answer", { query: "q" }));
  assert.equal(failure.reason, "authentication");
  assert.doesNotMatch(JSON.stringify(failure) + setup.lines.join(""), /abc/);
});

Deno.test("answer writes nothing to stdout under OPENAI_LOG=debug", async () => {
  await using api = startFakeOpenAI();
  api.next({}, { fault: { kind: "garbage", events: 4 } });
  const helper = new URL("../../kit/answer_setup.ts", import.meta.url);
  const script = `
    import { setUp } from "${helper}";
    const setup = setUp("${api.baseUrl}");
    await setup.call("answer", { query: "SECRET-QUERY" });
    await setup.call("answer", { query: "SECRET-QUERY" });
  `;
  const config = fileURLToPath(new URL("../../../deno.json", import.meta.url));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--config",
      config,
      `data:application/typescript,${encodeURIComponent(script)}`,
    ],
    env: { OPENAI_LOG: "debug" },
  }).output();
  const text = new TextDecoder().decode(stderr);
  assert.equal(code, 0, text);
  assert.equal(new TextDecoder().decode(stdout), "");
  assert.doesNotMatch(text, /SECRET-QUERY/);
  // The third looks for the answer whose stream was garbled.
  assert.equal(api.requests.length, 3);
});

Deno.test("answer follows no redirect: a question goes to openai.base_url alone", async () => {
  for (const stream of [true, false]) {
    for (const status of [301, 302, 303, 307, 308]) {
      await using other = startFakeOpenAI();
      await using api = startFakeOpenAI();
      const headers = { location: `${other.baseUrl}/responses` };
      api.always({ fault: { kind: "status", status, headers } });
      const setup = setUp(api.baseUrl, { config: { responses: { stream } } });
      const outcome = await setup.call("answer", { query: "q" });
      const { reason, message } = failureIn(outcome);
      assert.equal(reason, "upstream_error");
      assert.match(String(message), new RegExp(`${status}.*openai\\.base_url`));
      assert.equal(api.requests.length, 1);
      assert.equal(other.requests.length, 0);
    }
  }
});

Deno.test("answer sends what is configured, whatever the SDK's variables say", async () => {
  const variables = {
    OPENAI_ADMIN_KEY: "admin",
    OPENAI_ORG_ID: "org",
    OPENAI_PROJECT_ID: "project",
    OPENAI_CUSTOM_HEADERS: "X-Custom: 1\nAuthorization: Bearer other",
  };
  await using api = startFakeOpenAI();
  for (const [name, value] of Object.entries(variables)) {
    Deno.env.set(name, value);
  }
  try {
    assert.ok((await setUp(api.baseUrl).call("answer", { query: "q" })).ok);
  } finally {
    for (const name of Object.keys(variables)) Deno.env.delete(name);
  }
  const headers = api.requests[0]?.headers;
  assert.equal(headers?.get("authorization"), `Bearer ${TEST_KEY}`);
  const foreign = ["x-custom", "openai-organization", "openai-project"];
  assert.deepEqual(foreign.filter((name) => headers?.has(name)), []);
});

Deno.test("answer tells of the machine what the SDK's headers say, and no more", async () => {
  await using api = startFakeOpenAI();
  await setUp(api.baseUrl).call("answer", { query: "q" });
  const headers = [...api.requests[0]?.headers.keys() ?? []];
  // What any request over HTTP has.
  const plain = /^(accept|content)(-|$)|^(host|connection)$/;
  assert.deepEqual(headers.filter((name) => !plain.test(name)), [
    "authorization",
    "user-agent",
    "x-stainless-arch",
    "x-stainless-lang",
    "x-stainless-os",
    "x-stainless-package-version",
    "x-stainless-retry-count",
    "x-stainless-runtime",
    "x-stainless-runtime-version",
  ]);
});
