import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { FileError } from "../../src/runtime/runtime.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";
import { problemsOf, withYaml, YAML } from "../kit/with_yaml.ts";

Deno.test("loadConfig() names the variable of a bad value", async () => {
  const bad: Record<string, [string, RegExp]> = {
    OPENAI_API_TIMEOUT: ["0", /is 0, wanted a whole number from 1/],
    OPENAI_MAX_RETRIES: ["1.5", /is 1.5, wanted a whole number from 0 to 10/],
    SEARCH_MAX_RESULTS: ["many", /is "many", wanted a whole number from 1/],
    ANSWER_EFFORT: ["hard", /is "hard", wanted one of "none", "minimal"/],
    OPENAI_BASE_URL: ["example.com", /wanted an http or https URL/],
    SEM_CACHE_ENABLED: ["maybe", /is "maybe", wanted true or false/],
    // The name of an inherited member is no word for yes or no.
    MANUAL_FIND_EXPLORATION_ENABLED: [
      "constructor",
      /is "constructor", wanted/,
    ],
    MCP_LINE_MODE: ["yes", /is "yes", wanted 1 to be answered in lines, or 0/],
  };
  for (const [name, [value, pattern]] of Object.entries(bad)) {
    const [problem] = await problemsOf("", { [name]: value });
    assert.ok(problem?.startsWith(`${name} is `), problem);
    assert.match(problem ?? "", pattern);
  }
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
  user_location: { timezone: Tokyo }
`);
  assert.deepEqual(problems, [
    `${YAML}:2:3: request.timeout_ms is "soon", wanted a whole number from 1 to 2147483647`,
    `${YAML}:3:3: request.max_retries is 11, wanted a whole number from 0 to 10`,
    `${YAML}:5:3: policy.max_citations is 0, wanted a whole number from 1 to 10`,
    `${YAML}:7:19: server.tools.1 is "manuals", wanted one of "answer", "iris", "manual", "connector"`,
    `${YAML}:9:23: model_profiles.answer.reasoning_effort is "hard", wanted one of "none", "minimal", "low", "medium", "high", "xhigh", "max"`,
    `${YAML}:11:15: search.defaults.recency_days is -1, wanted a number of at least 0`,
    `${YAML}:12:20: search.user_location.timezone is "Tokyo", wanted an IANA time zone such as Asia/Tokyo`,
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
    /request\.timout_ms is not a known key; did you mean request\.timeout_ms\?/,
  );
  assert.match(
    problems[1] ?? "",
    /serveur is not a known key; did you mean server\?/,
  );
  assert.match(
    problems[2] ?? "",
    /profiles\.answr is not a known key; did you mean model_profiles\.answer\?$/,
  );
  assert.match(
    problems[3] ?? "",
    /zzz is not a known key; known here: openai, request/,
  );
});

Deno.test("loadConfig() refuses secrets without showing them", async () => {
  const secret = "sk-abcdefghijklmnop";
  const cases = [
    `openai: { api_key: ${secret} }`,
    `openai: { apiKey: hidden-value }`,
    `TOKEN: hidden-value`,
    `openai:\n  api_key_env: ${secret}`,
    `a: { b: [1, { Secret: hidden-value }] }`,
    // Too short to be recognised where it would be shown.
    `request: { timeout_ms: sk-abc }`,
  ];
  for (const yaml of cases) {
    const text = (await problemsOf(yaml)).join("\n");
    assert.match(text, /config\.yaml:\d+:\d+: .* looks like a secret/, yaml);
    assert.doesNotMatch(text, /sk-abc|hidden-value/, yaml);
  }
  const [nested] = await problemsOf("a: [1, { Secret: hidden-value }]");
  assert.match(nested ?? "", /config\.yaml:1:10: a\.1\.Secret looks like/);
});

Deno.test("loadConfig() tells where YAML is broken, without quoting it", async () => {
  const [problem] = await problemsOf('a: 1\nb: "sk-abcdefghijkl\nc: [1,\n');
  assert.match(problem ?? "", /config\.yaml:\d+:\d+: not valid YAML: /);
  assert.doesNotMatch(problem ?? "", /sk-abc/);
  const quoted = ['a: "hunter22hunter22\n', "a: [1]] hunter22hunter22\n"];
  for (const yaml of quoted) {
    assert.doesNotMatch((await problemsOf(yaml)).join("\n"), /hunter22/);
  }
  assert.equal((await problemsOf("a: 1] 2\n".repeat(50))).length, 5);
  const [twice] = await problemsOf("request: {}\nrequest: {}\n");
  assert.match(twice ?? "", /config\.yaml:2:1: not valid YAML/);
  const [second] = await problemsOf("request: {}\n---\nserver: {}\n");
  assert.match(second ?? "", /config\.yaml:2:1: .* more than one document/);
});

Deno.test("loadConfig() tells where an alias of nothing stands, which may be a pattern", async () => {
  const yaml = "a: &a 1\nsearch:\n  defaults: { domains: [*a, *.hunter22] }";
  assert.deepEqual(
    (await problemsOf(yaml)).map((problem) => problem.replace(/^.*\//, "")),
    [
      "config.yaml:3:29: not usable YAML: a value that begins with * needs quotes, unless it names a value before it",
    ],
  );
});

Deno.test("loadConfig() refuses what cannot be the name of a variable", async () => {
  for (const name of ["A=B", "my key", "1A", "A\\0"]) {
    const [problem] = await problemsOf(`openai: { api_key_env: "${name}" }`);
    assert.match(
      problem ?? "",
      /config\.yaml:1:11: openai\.api_key_env is .*, wanted the name of a variable/,
    );
  }
});

Deno.test("loadConfig() refuses a file that is no mapping", async () => {
  assert.match(
    (await problemsOf("[1, 2]"))[0] ?? "",
    /the file is a list of 2, wanted a mapping of keys/,
  );
  assert.match(
    (await problemsOf("request: 5"))[0] ?? "",
    /request is 5, wanted a mapping/,
  );
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

Deno.test("loadConfig() says so when the YAML file is a directory", async () => {
  const runtime = fakeRuntime({ files: { "/d": "" } });
  runtime.files.readTrustedSync = (path) => {
    throw new FileError("is_a_directory", path, new Error("EISDIR"));
  };
  await assert.rejects(
    loadConfig(runtime, { config: "/d" }),
    /cannot read \/d: it is a directory; give the path of a YAML file$/,
  );
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
    `${YAML}:2:3: policy.timezone is "Mars/Olympus", wanted "auto" or an IANA time zone such as Asia/Tokyo`,
    `${YAML}:5:28: search.defaults.domains.1 is "not a host", wanted a host name such as example.com`,
    `${YAML}:7:3: openai.base_url is "https://exa mple/v1", wanted an http or https URL without spaces, ? and #`,
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
    "https://example.com/v1#part",
    "example.com/v1",
    "https:///v1",
    // As a script leaves it that quotes too much.
    "https://example.com/v1 ",
  ];
  for (const OPENAI_BASE_URL of bad) {
    assert.deepEqual(await problemsOf("", { OPENAI_BASE_URL }), [
      `OPENAI_BASE_URL is "${OPENAI_BASE_URL}", wanted an http or https URL without spaces, ? and #`,
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

Deno.test("loadConfig() shows no part of a base URL that may hold a secret", async () => {
  const long = "hunter22".repeat(20);
  for (
    const url of [
      "ftp://me:hunter22@example.com/v1",
      `ftp://me:${long}@example.com/v1`,
      "me:hunter22@example.com/v1",
      "https:me:hunter22@example.com/v1",
      "https://example.com/v1?api-key=hunter22",
    ]
  ) {
    const sources = [
      problemsOf("", { OPENAI_BASE_URL: url }),
      problemsOf(`openai: { base_url: "${url}" }\n`),
      problemsOf(`openai: "https://me:${long}@example.com"\n`),
    ];
    for (const [problem = ""] of await Promise.all(sources)) {
      assert.notEqual(problem, "");
      assert.doesNotMatch(problem, /hunter22/);
    }
  }
});

Deno.test("loadConfig() reports the problems of all sources at once", async () => {
  const env = { MAX_CITATIONS: "99" };
  const problems = await problemsOf("request: { max_retries: 99 }", env);
  assert.equal(problems.length, 2);
});

Deno.test("loadConfig() refuses an engine with what it does not know, or beside files", async () => {
  const problemOf = async (
    engine: object,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const ORMCP_MANUALS_ENGINE = JSON.stringify(engine);
    return (await problemsOf("", { ...env, ORMCP_MANUALS_ENGINE })).join();
  };
  const engine = { kind: "lancedb", uri: "s3://bucket/manuals" };
  const wrong = [
    { ...engine, urri: "x" },
    { kind: "lancedb" },
    { ...engine, kind: "other" },
    { ...engine, refresh_ms: -1 },
  ];
  for (const one of wrong) {
    assert.match(
      await problemOf(one),
      /^ORMCP_MANUALS_ENGINE is .*, wanted an object with kind, uri/,
    );
  }
  assert.match(
    await problemOf(engine, { MANUALS_ROOT: "docs" }),
    /MANUALS_ROOT and ORMCP_MANUALS_ENGINE: set only one/,
  );
});
