import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";
import { HOME, withYaml, YAML } from "../kit/with_yaml.ts";

Deno.test("loadConfig() gives the defaults when nothing is set", async () => {
  const { config, sources, warnings } = await loadConfig(fakeRuntime());
  assert.deepEqual(config, defaultConfig());
  assert.deepEqual(sources, { ts_defaults: true, env: [], cli: [], keys: {} });
  assert.deepEqual(warnings, []);
  assert.equal(config.request.timeout_ms, 300000);
  assert.equal(config.model_profiles.answer_quick?.reasoning_effort, "low");
});

Deno.test("loadConfig() looks for no file of a user without a home", async () => {
  const runtime = fakeRuntime({ env: {} });
  runtime.files.statSync = (path) => {
    throw new TypeError(`looked at ${path}`);
  };
  assert.deepEqual((await loadConfig(runtime)).config, defaultConfig());
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
    answer: { model: "flag-model", verbosity: "high", max_citations: 5 },
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
    "model_profiles.answer.max_citations": "yaml:3:11",
    "server.debug": "cli:--debug",
    "server.debug_file": "cli:--debug",
  });
});

Deno.test("loadConfig() merges objects and replaces lists", async () => {
  const { config } = await loadConfig(withYaml(`
search: { defaults: { domains: [a.example, b.example] } }
server: { tools: [iris], tool_errors: jsonrpc }
`));
  assert.deepEqual(config.search.defaults, {
    recency_days: 60,
    max_results: 5,
    domains: ["a.example", "b.example"],
  });
  assert.deepEqual(config.server.tools, ["iris"]);
  assert.equal(config.server.tool_errors, "jsonrpc");
});

Deno.test("loadConfig() takes YAML profiles in place of the built-in set", async () => {
  const yaml = "model_profiles: { answer_quick: { model: m } }";
  const { config, warnings } = await loadConfig(withYaml(yaml));
  assert.deepEqual(config.model_profiles, { answer_quick: { model: "m" } });
  assert.deepEqual(warnings, []);
});

Deno.test("loadConfig() makes no profile without a model", async () => {
  const yaml = "model_profiles: { answer_quick: { model: m } }";
  const env = { ANSWER_EFFORT: "high", ANSWER_VERBOSITY: "low" };
  const { config, sources, warnings } = await loadConfig(withYaml(yaml, env));
  assert.deepEqual(config.model_profiles, { answer_quick: { model: "m" } });
  assert.deepEqual(sources.env, []);
  assert.deepEqual(warnings, [
    "ignored ANSWER_EFFORT, ANSWER_VERBOSITY: model_profiles.answer has no model; give it one in YAML, or set ORMCP_MODEL",
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

Deno.test("loadConfig() leaves the defaults of the next one alone", async () => {
  const before = JSON.stringify(defaultConfig());
  const env = { ...HOME, MODEL_ANSWER: "m", MODEL_QUICK: "q" };
  await loadConfig(fakeRuntime({ env }), { model: "f" });
  assert.equal(JSON.stringify(defaultConfig()), before);
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
      OPENAI_API_TIMEOUT: "1E4",
      SEM_CACHE_ENABLED: "OFF",
      TRACE_MAX_KEEP: "",
      MODEL_ANSWER: "",
    },
  }));
  assert.equal(config.openai.base_url, "http://127.0.0.1:9/v1");
  assert.equal(config.request.timeout_ms, 10_000);
  assert.equal(config.policy.max_citations, 7);
  assert.equal(config.model_profiles.answer?.reasoning_effort, "xhigh");
  assert.equal(config.model_profiles.answer?.verbosity, "low");
  assert.equal(config.search.defaults.recency_days, 0);
  assert.equal(config.manuals.root, "/home/me/manuals");
  assert.equal(config.manuals.lexical.coverage_weight, .25);
  assert.equal(config.manuals.cache.enabled, false);
});

Deno.test("loadConfig() copies a profile from what answer is in the end", async () => {
  const yaml = "model_profiles: { answer_detailed: { model: d } }\n";
  const env = { ANSWER_EFFORT: "high", MODEL_QUICK: "q" };
  const without = await loadConfig(withYaml(yaml, env));
  assert.deepEqual(without.config.model_profiles, {
    answer_detailed: { model: "d" },
    answer_quick: { model: "q" },
  });
  assert.match(without.warnings[0] ?? "", /^ignored ANSWER_EFFORT: /);
  const given = await loadConfig(withYaml(yaml, env), { model: "a" });
  const { answer, answer_quick } = given.config.model_profiles;
  assert.deepEqual(answer, { reasoning_effort: "high", model: "a" });
  assert.deepEqual(answer_quick, { reasoning_effort: "high", model: "q" });
  assert.deepEqual(given.warnings, []);
});

Deno.test("loadConfig() reads DEBUG as a switch, a file, or somebody else's", async () => {
  const read = async (DEBUG: string): Promise<unknown[]> => {
    const runtime = fakeRuntime({ env: { ...HOME, DEBUG } });
    const { config, sources, warnings } = await loadConfig(runtime);
    assert.deepEqual(sources.env, ["DEBUG"]);
    const { debug, debug_file } = config.server;
    return [debug, debug_file, warnings.length];
  };
  assert.deepEqual(await read("1"), [true, null, 0]);
  assert.deepEqual(await read("TRUE"), [true, null, 0]);
  assert.deepEqual(await read("0"), [false, null, 0]);
  assert.deepEqual(await read("false"), [false, null, 0]);
  assert.deepEqual(await read("/tmp/x"), [true, "/tmp/x", 0]);
  assert.deepEqual(await read("my.log"), [true, "/somewhere/my.log", 0]);
  assert.deepEqual(await read("C:\\x"), [true, "C:\\x", 0]);
  assert.deepEqual(await read("express:*"), [false, null, 1]);
  assert.deepEqual(await read("my.logger"), [false, null, 1]);
});

Deno.test("loadConfig() lets a DEBUG of somebody else's switch a file's debug off, too", async () => {
  const env = { ...HOME, DEBUG: "express:*" };
  const yaml = withYaml("server: { debug: true }\n", env);
  const { config, sources, warnings } = await loadConfig(yaml);
  assert.equal(config.server.debug, false);
  assert.equal(sources.keys["server.debug"], "env:DEBUG");
  assert.match(warnings[0] ?? "", /^DEBUG=express:\* .*counts as 0/);
  const flagged = await loadConfig(yaml, { debug: true });
  assert.equal(flagged.config.server.debug, true);
  assert.deepEqual(flagged.sources.cli, ["--debug"]);
});

Deno.test("loadConfig() warns of a variable that has no effect, and goes on", async () => {
  for (
    const name of [
      "REQUERY_ATTEMPTS",
      "MANUAL_FIND_SCAN_HARD_CAP",
      "SEM_CACHE_MAX_SUMMARY_CONFLICT",
    ]
  ) {
    const runtime = fakeRuntime({ env: { ...HOME, [name]: "2" } });
    const { warnings } = await loadConfig(runtime);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", new RegExp(`^${name} has no effect`));
  }
});

Deno.test("loadConfig() warns of a key of the manuals that has no effect", async () => {
  const yaml = "manuals: { find: { scan_hard_cap: 9 }," +
    " cache: { max_summary_conflict: 0 } }\n";
  const { warnings } = await loadConfig(withYaml(yaml, HOME));
  assert.equal(warnings.length, 2);
  assert.match(warnings[0] ?? "", /manuals\.find\.scan_hard_cap no longer/);
  assert.match(warnings[1] ?? "", /manuals\.cache\.max_summary_conflict no/);
});

Deno.test("loadConfig() lists the key's variable and MCP_LINE_MODE among what took effect", async () => {
  const env = { ...HOME, OPENAI_API_KEY: "k", MCP_LINE_MODE: "1" };
  const { sources } = await loadConfig(fakeRuntime({ env }));
  assert.deepEqual(sources.env, ["OPENAI_API_KEY", "MCP_LINE_MODE"]);
  const off = fakeRuntime({ env: { ...HOME, MCP_LINE_MODE: "0" } });
  assert.deepEqual((await loadConfig(off)).sources.env, []);
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
