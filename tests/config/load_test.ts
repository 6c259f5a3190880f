import assert from "node:assert/strict";
import { ConfigError, defaultConfig } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { FileError } from "../../src/runtime/runtime.ts";
import { fakeRuntime } from "../helpers/fake_runtime.ts";

const HOME = { HOME: "/home/me" };
const YAML = "/home/me/.config/openai-responses-mcp/config.yaml";

function withYaml(
  yaml: string,
  env: Record<string, string> = {},
): ReturnType<typeof fakeRuntime> {
  return fakeRuntime({ env: { ...HOME, ...env }, files: { [YAML]: yaml } });
}

async function problemsOf(yaml: string, env = {}): Promise<string[]> {
  const loading = loadConfig(withYaml(yaml, env));
  const error = await loading.then(() => undefined, (e) => e);
  assert.ok(error instanceof ConfigError, "a ConfigError is thrown");
  return [...error.problems];
}

Deno.test("loadConfig() gives the defaults when nothing is set", async () => {
  const { config, sources, warnings } = await loadConfig(fakeRuntime());
  assert.deepEqual(config, defaultConfig());
  assert.deepEqual(sources, { ts_defaults: true, env: [], cli: [], keys: {} });
  assert.deepEqual(warnings, []);
  assert.equal(config.request.timeout_ms, 300000);
  assert.equal(config.model_profiles.answer_quick?.reasoning_effort, "low");
});

Deno.test("loadConfig() puts flags over environment over YAML over defaults", async () => {
  const yaml = `
request: { timeout_ms: 1, max_retries: 1 }
policy: { max_citations: 5 }
model_profiles: { answer: { model: yaml-model, verbosity: high } }
server: { debug: false }
`;
  const env = {
    OPENAI_API_TIMEOUT: "2",
    MODEL_ANSWER: "env-model",
    DEBUG: "1",
  };
  const flags = { model: "flag-model", debug: "log.txt" };
  const { config, sources } = await loadConfig(withYaml(yaml, env), flags);
  assert.equal(config.request.timeout_ms, 2);
  assert.equal(config.request.max_retries, 1);
  assert.deepEqual(config.model_profiles, {
    answer: { model: "flag-model", verbosity: "high" },
  });
  assert.equal(config.server.debug_file, "/somewhere/log.txt");
  assert.equal(sources.yaml, YAML);
  assert.deepEqual(sources.env, ["OPENAI_API_TIMEOUT"]);
  assert.deepEqual([...sources.cli].sort(), ["--debug", "--model"]);
  assert.deepEqual(sources.keys, {
    "request.timeout_ms": "env:OPENAI_API_TIMEOUT",
    "request.max_retries": "yaml:2:27",
    "policy.max_citations": "yaml:3:11",
    "model_profiles": "yaml:4:1",
    "model_profiles.answer.model": "cli:--model",
    "server.debug": "cli:--debug",
    "server.debug_file": "cli:--debug",
  });
});

Deno.test("loadConfig() merges objects and replaces lists", async () => {
  const { config } = await loadConfig(withYaml(`
search: { defaults: { domains: [a.example, b.example] } }
server: { tools: [iris] }
`));
  assert.deepEqual(config.search.defaults, {
    recency_days: 60,
    max_results: 5,
    domains: ["a.example", "b.example"],
  });
  assert.deepEqual(config.server.tools, ["iris"]);
});

Deno.test("loadConfig() takes YAML profiles in place of the built-in set", async () => {
  const yaml = "model_profiles: { answer_quick: { model: m } }";
  const { config } = await loadConfig(withYaml(yaml));
  assert.deepEqual(config.model_profiles, { answer_quick: { model: "m" } });
});

Deno.test("loadConfig() makes no profile without a model", async () => {
  const yaml = "model_profiles: { answer_quick: { model: m } }";
  const env = { ANSWER_EFFORT: "high", ANSWER_VERBOSITY: "low" };
  const { config, sources, warnings } = await loadConfig(withYaml(yaml, env));
  assert.deepEqual(config.model_profiles, { answer_quick: { model: "m" } });
  assert.deepEqual(sources.env, []);
  assert.deepEqual(warnings, [
    "ignored ANSWER_EFFORT, ANSWER_VERBOSITY: model_profiles.answer has no model; give it one in YAML, or set MODEL_ANSWER",
  ]);
  const named = { ...env, MODEL_ANSWER: "n" };
  const { model_profiles } = (await loadConfig(withYaml(yaml, named))).config;
  assert.deepEqual(model_profiles.answer, {
    model: "n",
    reasoning_effort: "high",
    verbosity: "low",
  });
  const flag = await loadConfig(withYaml(yaml, env), { model: "f" });
  assert.equal(flag.config.model_profiles.answer?.model, "f");
  assert.deepEqual(flag.warnings, []);
});

Deno.test("loadConfig() makes a missing profile that a variable names a copy of answer", async () => {
  const yaml = "model_profiles: { answer: { model: m, verbosity: high } }";
  const runtime = withYaml(yaml, { MODEL_DETAILED: "d", MODEL_QUICK: "q" });
  const { model_profiles } = (await loadConfig(runtime)).config;
  assert.deepEqual(model_profiles.answer_detailed, {
    model: "d",
    verbosity: "high",
  });
  assert.deepEqual(model_profiles.answer_quick, {
    model: "q",
    verbosity: "high",
  });
  assert.equal(model_profiles.answer?.model, "m");
});

Deno.test("loadConfig() reads every kind of variable", async () => {
  const { config } = await loadConfig(fakeRuntime({
    env: {
      ...HOME,
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
      MAX_CITATIONS: "7",
      ANSWER_EFFORT: "xhigh",
      ANSWER_VERBOSITY: "low",
      SEARCH_RECENCY_DAYS: "0",
      MANUALS_ROOT: "~/manuals",
      LEXICAL_COVERAGE_WEIGHT: ".25",
      SEM_CACHE_ENABLED: "off",
      TRACE_MAX_KEEP: "",
    },
  }));
  assert.equal(config.openai.base_url, "http://127.0.0.1:9/v1");
  assert.equal(config.policy.max_citations, 7);
  assert.equal(config.model_profiles.answer?.reasoning_effort, "xhigh");
  assert.equal(config.model_profiles.answer?.verbosity, "low");
  assert.equal(config.search.defaults.recency_days, 0);
  assert.equal(config.manuals.root, "/home/me/manuals");
  assert.equal(config.manuals.lexical.coverage_weight, .25);
  assert.equal(config.manuals.cache.enabled, false);
});

Deno.test("loadConfig() names the variable of a bad value", async () => {
  const bad: Record<string, [string, RegExp]> = {
    OPENAI_API_TIMEOUT: ["0", /is 0, wanted a whole number from 1/],
    OPENAI_MAX_RETRIES: ["1.5", /is 1.5, wanted a whole number from 0 to 10/],
    SEARCH_MAX_RESULTS: ["many", /is "many", wanted a whole number from 1/],
    ANSWER_EFFORT: ["hard", /is "hard", wanted one of "none", "minimal"/],
    OPENAI_BASE_URL: ["example.com", /wanted an http or https URL/],
    SEM_CACHE_ENABLED: ["maybe", /is "maybe", wanted true or false/],
  };
  for (const [name, [value, pattern]] of Object.entries(bad)) {
    const [problem] = await problemsOf("", { [name]: value });
    assert.ok(problem?.startsWith(`${name} is `), problem);
    assert.match(problem ?? "", pattern);
  }
});

Deno.test("loadConfig() reads DEBUG as a switch, a file, or somebody else's", async () => {
  const read = async (DEBUG: string): Promise<unknown[]> => {
    const runtime = fakeRuntime({ env: { ...HOME, DEBUG } });
    const { config: { server }, warnings } = await loadConfig(runtime);
    return [server.debug, server.debug_file, warnings.length];
  };
  assert.deepEqual(await read("1"), [true, null, 0]);
  assert.deepEqual(await read("TRUE"), [true, null, 0]);
  assert.deepEqual(await read("0"), [false, null, 0]);
  assert.deepEqual(await read("false"), [false, null, 0]);
  assert.deepEqual(await read("/tmp/x"), [true, "/tmp/x", 0]);
  assert.deepEqual(await read("my.log"), [true, "/somewhere/my.log", 0]);
  assert.deepEqual(await read("express:*"), [false, null, 1]);
});

Deno.test("loadConfig() warns of REQUERY_ATTEMPTS and goes on", async () => {
  const runtime = fakeRuntime({ env: { ...HOME, REQUERY_ATTEMPTS: "2" } });
  const { warnings } = await loadConfig(runtime);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? "", /^REQUERY_ATTEMPTS has no effect/);
});

Deno.test("loadConfig() lists the key's variable and MCP_LINE_MODE among what took effect", async () => {
  const env = { ...HOME, OPENAI_API_KEY: "k", MCP_LINE_MODE: "1" };
  const { sources } = await loadConfig(fakeRuntime({ env }));
  assert.deepEqual(sources.env, ["OPENAI_API_KEY", "MCP_LINE_MODE"]);
});

Deno.test("loadConfig() tells file, line, column, key, value and what is allowed", async () => {
  const problems = await problemsOf(`request:
  timeout_ms: soon
  max_retries: 11
policy:
  max_citations: 0
server:
  tools: [answer, manuals]
model_profiles:
  answer: { model: m, reasoning_effort: hard }
search:
  defaults: { recency_days: -1 }
`);
  assert.deepEqual(problems, [
    `${YAML}:2:3: request.timeout_ms is "soon", wanted a whole number from 1 to 2147483647`,
    `${YAML}:3:3: request.max_retries is 11, wanted a whole number from 0 to 10`,
    `${YAML}:5:3: policy.max_citations is 0, wanted a whole number from 1 to 10`,
    `${YAML}:7:19: server.tools.1 is "manuals", wanted one of "answer", "iris", "manual"`,
    `${YAML}:9:23: model_profiles.answer.reasoning_effort is "hard", wanted one of "none", "minimal", "low", "medium", "high", "xhigh", "max"`,
    `${YAML}:11:15: search.defaults.recency_days is -1, wanted a whole number of at least 0`,
  ]);
});

Deno.test("loadConfig() suggests the nearest name for a misspelt key", async () => {
  const problems = await problemsOf(`request: { timout_ms: 5 }
serveur: {}
model_profiles: { answr: { model: m } }
zzz: 1
`);
  assert.match(
    problems[0] ?? "",
    /request\.timout_ms is no known key; did you mean request\.timeout_ms\?/,
  );
  assert.match(
    problems[1] ?? "",
    /serveur is no known key; did you mean server\?/,
  );
  assert.match(problems[2] ?? "", /did you mean answer\?/);
  assert.match(
    problems[3] ?? "",
    /zzz is no known key; known here: openai, request/,
  );
});

Deno.test("loadConfig() warns of keys that no longer exist, once each, and goes on", async () => {
  const { warnings, config } = await loadConfig(withYaml(`
policy: { search_triggers: [now], prefer_search_when_unsure: true, requery_attempts: 1, require_dates_iso: true }
responses: { json_mode: false, stream: false }
server: { transport: stdio }
openai: { model: { default: gpt-5 } }
`));
  assert.equal(warnings.length, 7);
  assert.match(
    warnings[0] ?? "",
    /config\.yaml:2:11: policy\.search_triggers no longer exists and is ignored: .*policy\.system/,
  );
  assert.match(warnings[6] ?? "", /openai\.model .*model_profiles/);
  assert.equal(config.responses.stream, false);
});

Deno.test("loadConfig() refuses secrets without showing them", async () => {
  const secret = "sk-abcdefghijklmnop";
  const cases = [
    `openai: { api_key: ${secret} }`,
    `openai: { apiKey: hidden-value }`,
    `TOKEN: hidden-value`,
    `openai:\n  api_key_env: ${secret}`,
    `a: { b: [1, { Secret: hidden-value }] }`,
  ];
  for (const yaml of cases) {
    const text = (await problemsOf(yaml)).join("\n");
    assert.match(text, /config\.yaml:\d+:\d+: .* looks like a secret/, yaml);
    assert.doesNotMatch(text, /sk-abc|hidden-value/, yaml);
  }
});

Deno.test("loadConfig() tells where YAML is broken, without quoting it", async () => {
  const [problem] = await problemsOf('a: 1\nb: "sk-abcdefghijkl\nc: [1,\n');
  assert.match(problem ?? "", /config\.yaml:\d+:\d+: not valid YAML: /);
  assert.doesNotMatch(problem ?? "", /sk-abc/);
  const [twice] = await problemsOf("request: {}\nrequest: {}\n");
  assert.match(twice ?? "", /config\.yaml:2:1: not valid YAML/);
});

Deno.test("loadConfig() survives a YAML bomb", async () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 9; i++) {
    const refs = Array(10).fill(`*a${i - 1}`).join(", ");
    lines.push(`a${i}: &a${i} [${refs}]`);
  }
  const [problem] = await problemsOf(lines.join("\n"));
  assert.match(problem ?? "", /not usable YAML/);
});

Deno.test("loadConfig() takes empty files, empty sections and null as nothing", async () => {
  for (
    const yaml of ["", "# nothing\n", "policy:\nrequest: { timeout_ms: }\n"]
  ) {
    assert.deepEqual(
      (await loadConfig(withYaml(yaml))).config,
      defaultConfig(),
    );
  }
});

Deno.test("loadConfig() refuses a file that is no mapping", async () => {
  assert.match(
    (await problemsOf("[1, 2]"))[0] ?? "",
    /wanted a mapping of keys/,
  );
  assert.match(
    (await problemsOf("request: 5"))[0] ?? "",
    /request is 5, wanted a mapping/,
  );
});

Deno.test("loadConfig() does not let YAML reach prototypes", async () => {
  const [problem] = await problemsOf("__proto__: { polluted: true }");
  assert.match(problem ?? "", /__proto__ is no known key/);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

Deno.test("loadConfig() resolves paths against the file's folder, or the working directory", async () => {
  const yaml =
    "manuals: { root: docs, cache_dir: ~/c }\nserver: { debug_file: ./x.log }\n";
  const fromYaml = (await loadConfig(withYaml(yaml))).config;
  const folder = "/home/me/.config/openai-responses-mcp";
  assert.equal(fromYaml.manuals.root, `${folder}/docs`);
  assert.equal(fromYaml.manuals.cache_dir, "/home/me/c");
  assert.equal(fromYaml.server.debug_file, `${folder}/x.log`);
  const env = { ...HOME, MANUALS_ROOT: "docs" };
  const fromEnv = (await loadConfig(fakeRuntime({ env }))).config;
  assert.equal(fromEnv.manuals.root, "/somewhere/docs");
});

Deno.test("loadConfig() requires --config to exist, but not the default path", async () => {
  const missing = loadConfig(fakeRuntime(), { config: "none.yaml" });
  await assert.rejects(missing, /--config none\.yaml does not exist/);
  const runtime = fakeRuntime({
    files: { "/somewhere/my.yaml": "policy: { max_citations: 9 }" },
  });
  const { config, sources } = await loadConfig(runtime, { config: "my.yaml" });
  assert.equal(config.policy.max_citations, 9);
  assert.equal(sources.yaml, "/somewhere/my.yaml");
});

Deno.test("loadConfig() goes on without a default path that it may not look at", async () => {
  const runtime = fakeRuntime();
  runtime.files.statSync = (path) => {
    throw new FileError("denied", path, new Error("Requires read access"));
  };
  const { config, warnings } = await loadConfig(runtime);
  assert.deepEqual(config, defaultConfig());
  assert.match(warnings[0] ?? "", /Requires read access; going on without it/);
  const named = loadConfig(runtime, { config: "/c.yaml" });
  await assert.rejects(named, /cannot read \/c\.yaml: Requires read access/);
});

Deno.test("loadConfig() checks what a pattern cannot, and says where it stands", async () => {
  const problems = await problemsOf(`policy:
  timezone: Mars/Olympus
search:
  defaults:
    domains: [example.com, "not a host"]
openai:
  base_url: https://exa mple/v1
`);
  assert.deepEqual(problems, [
    `${YAML}:2:3: policy.timezone is "Mars/Olympus", wanted an IANA time zone such as Asia/Tokyo`,
    `${YAML}:5:28: search.defaults.domains.1 is "not a host", wanted a host name such as example.com`,
    `${YAML}:7:3: openai.base_url is "https://exa mple/v1", wanted an http or https URL without ? and #`,
  ]);
  const yaml = "policy: { timezone: America/New_York }";
  const { config } = await loadConfig(withYaml(yaml));
  assert.equal(config.policy.timezone, "America/New_York");
});

Deno.test("loadConfig() takes no base URL to which nothing can be sent", async () => {
  const bad = [
    "ftp://example.com",
    "http://[::1",
    "http://:80/",
    "http://127.0.0.1:99999/v1",
    "https://example.com/v1?api-version=1",
    "example.com/v1",
  ];
  for (const OPENAI_BASE_URL of bad) {
    assert.deepEqual(await problemsOf("", { OPENAI_BASE_URL }), [
      `OPENAI_BASE_URL is "${OPENAI_BASE_URL}", wanted an http or https URL without ? and #`,
    ]);
  }
});

Deno.test("loadConfig() says where what does not go together stands", async () => {
  const path = "policy:\n  system: { source: file }\n";
  assert.deepEqual(await problemsOf(path), [
    `${YAML}:2:13: policy.system.source is file, but policy.system.path is not set: give the path of your policy`,
  ]);
  const url = "https://me:hunter22@example.com/v1";
  const held =
    "holds a user name or a password: keys are read from the environment only (openai.api_key_env names the variable)";
  assert.deepEqual(await problemsOf("", { OPENAI_BASE_URL: url }), [
    `OPENAI_BASE_URL ${held}`,
  ]);
  assert.deepEqual(await problemsOf(`openai:\n  base_url: ${url}\n`), [
    `${YAML}:2:3: openai.base_url ${held}`,
  ]);
});

Deno.test("loadConfig() reports the problems of all sources at once", async () => {
  const env = { MAX_CITATIONS: "99" };
  const problems = await problemsOf("request: { max_retries: 99 }", env);
  assert.equal(problems.length, 2);
});
