import assert from "node:assert/strict";
import { loadConfig } from "../../src/config/load.ts";
import { FileError } from "../../src/runtime/runtime.ts";
import { problemsOf, withYaml, YAML } from "../kit/with_yaml.ts";

Deno.test("loadConfig() requires a profile's model and two letters of a country", async () => {
  const yaml =
    "model_profiles: { answer: { verbosity: low } }\nsearch: { user_location: { country: USA } }\n";
  const [model, country] = await problemsOf(yaml);
  assert.match(model ?? "", /answer\.model is nothing, wanted a non-empty/);
  assert.match(
    country ?? "",
    /user_location\.country is "USA", wanted a country code of two letters/,
  );
});

Deno.test("loadConfig() takes a switch in a variable by its own words only", async () => {
  const words = {
    true: ["1", "true", "YES", "on"],
    false: ["0", "False", "no", "off"],
  };
  for (const [value, given] of Object.entries(words)) {
    for (const SEM_CACHE_ENABLED of given) {
      const { config } = await loadConfig(withYaml("", { SEM_CACHE_ENABLED }));
      assert.equal(String(config.manuals.cache.enabled), value);
    }
  }
  for (const SEM_CACHE_ENABLED of ["constructor", "__proto__", "truth"]) {
    assert.deepEqual(await problemsOf("", { SEM_CACHE_ENABLED }), [
      `SEM_CACHE_ENABLED is "${SEM_CACHE_ENABLED}", wanted true or false`,
    ]);
  }
});

Deno.test("loadConfig() tells how to write a key that was written with dots", async () => {
  const yaml = "request.timeout_ms: 5\nmanuals:\n  cache.ttl_sec: 5\na.b: 1\n";
  const [first, second, third] = await problemsOf(yaml);
  assert.equal(
    first,
    `${YAML}:1:1: request.timeout_ms is written with a dot; write request: { timeout_ms: … }`,
  );
  assert.equal(
    second,
    `${YAML}:3:3: manuals.cache.ttl_sec is written with a dot; write cache: { ttl_sec: … }`,
  );
  assert.match(third ?? "", /: a\.b is not a known key; known here: openai/);
});

Deno.test("loadConfig() tells where a file stops being a configuration, and why", async () => {
  const known =
    "openai, request, responses, model_profiles, policy, search, server, http, manuals";
  const cases: Record<string, string[]> = {
    "request:\n\ttimeout_ms: 5\n": [
      ":2:1: not valid YAML: Tabs are not allowed as indentation",
    ],
    "request: {}\nrequest: {}\n": [
      ":2:1: not valid YAML: Map keys must be unique",
    ],
    "- a\n- b\n": [":1:1: the file is a list of 2, wanted a mapping of keys"],
    "request: [1, 2]\n": [
      ":1:1: request is a list of 2, wanted a mapping of keys",
    ],
    "1: 2\n": [`:1:1: 1 is not a known key; known here: ${known}`],
    "? [a, b]\n: c\n": [
      `:1:1: [ a, b ] is not a known key; known here: ${known}`,
    ],
    "request: &a { b: *a }\n": [
      ":1:15: request.b is an alias of something that holds it",
    ],
    "request: &a { <<: *a }\n": [
      ": not usable YAML: Excessive alias count indicates a resource exhaustion attack",
    ],
  };
  for (const [yaml, want] of Object.entries(cases)) {
    const problems = await problemsOf(yaml);
    assert.deepEqual(problems, want.map((problem) => YAML + problem));
  }
});

Deno.test("loadConfig() tells why a file that is there cannot be read", async () => {
  const runtime = withYaml("");
  runtime.files.readTrustedSync = (path) => {
    throw new FileError("denied", path, new Error("EACCES"));
  };
  await assert.rejects(loadConfig(runtime), {
    message: `Cannot use the configuration: cannot read ${YAML}: EACCES`,
  });
});

Deno.test("loadConfig() merges what << names, and tells where a bad part of it went", async () => {
  const { config } = await loadConfig(withYaml(`model_profiles:
  answer: &base { model: m, verbosity: high }
  answer_quick: { <<: *base, verbosity: low }
`));
  assert.deepEqual(config.model_profiles, {
    answer: { model: "m", verbosity: "high" },
    answer_quick: { model: "m", verbosity: "low" },
  });
  const bad = "request: &r { max_retries: 1 }\nserver:\n  <<: *r\n";
  assert.match(
    (await problemsOf(bad))[0] ?? "",
    /config\.yaml:2:1: server\.max_retries is not a known key/,
  );
  assert.match(
    (await problemsOf("request: { <<: 5 }"))[0] ?? "",
    /not usable YAML: Merge sources must be maps/,
  );
});

Deno.test("loadConfig() refuses a file that is not UTF-8, and shows nothing of it", async () => {
  const utf16 = [...'\ufeffopenai: {}\napi_key: "sk-abcdefghijkl"\n']
    .map((char) => char === "\ufeff" ? "\ufffd\ufffd" : `${char}\0`).join("");
  assert.deepEqual(await problemsOf(utf16), [
    `${YAML}:1:1: not UTF-8 text; save the file as UTF-8`,
  ]);
  assert.deepEqual(await problemsOf("server: \0"), [
    `${YAML}:1:9: not UTF-8 text; save the file as UTF-8`,
  ]);
  const latin1 =
    "server: {}\nsearch: { user_location: { city: M\ufffdnchen } }";
  assert.deepEqual(await problemsOf(latin1), [
    `${YAML}:2:35: not UTF-8 text; save the file as UTF-8`,
  ]);
});

Deno.test("loadConfig() warns of a policy file that is named but not used", async () => {
  const yaml = "policy:\n  system:\n    path: /p.md\n";
  const { warnings } = await loadConfig(withYaml(yaml));
  assert.deepEqual(warnings, [
    `${YAML}:3:5: policy.system.path has no effect while policy.system.source is builtin: set that to file`,
  ]);
  const used = "policy:\n  system: { source: file, path: /p.md }\n";
  assert.deepEqual((await loadConfig(withYaml(used))).warnings, []);
});

Deno.test("loadConfig() names a key that a model profile does not have", async () => {
  const yaml = "model_profiles: { answer: { model: m, modle: x, why: 1 } }\n";
  const problems = await problemsOf(yaml);
  assert.equal(problems.length, 2);
  assert.match(
    problems[0] ?? "",
    /:1:39: model_profiles\.answer\.modle is not a known key; did you mean model_profiles\.answer\.model\?$/,
  );
  assert.match(
    problems[1] ?? "",
    /model_profiles\.answer\.why is not a known key; known here: model, /,
  );
});

Deno.test("loadConfig() reads a file as Windows editors save it, and counts its columns", async () => {
  const { config } = await loadConfig(
    withYaml("\ufeffrequest:\r\n  timeout_ms: 5000\r\n"),
  );
  assert.equal(config.request.timeout_ms, 5000);
  const [problem] = await problemsOf("\ufeffzzz: 1\n");
  assert.match(problem ?? "", /config\.yaml:1:1: zzz is not a known key/);
});

Deno.test("loadConfig() takes no inherited member for a setting", async () => {
  const problems = await problemsOf(
    "constructor: 1\nrequest: { toString: { a: 1 } }\n",
    { ORMCP_SEARCH_USER_LOCATION: "valueOf=Tokyo" },
  );
  const unknown = problems.map((problem) => problem.split(" is ")[0]);
  assert.deepEqual(unknown, [
    `${YAML}:1:1: constructor`,
    `${YAML}:2:12: request.toString`,
    "ORMCP_SEARCH_USER_LOCATION.valueOf",
  ]);
});
