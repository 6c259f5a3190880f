import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { settingVariables, type Variable } from "../../src/config/variables.ts";
import type { Schema } from "../../src/schema/schema.ts";
import { isObject } from "../../src/schema/value.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";
import { HOME, problemsOf, withYaml } from "../kit/with_yaml.ts";

function at(config: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => isObject(node) ? node[key] : undefined,
    config,
  );
}

/** What a variable may hold, and what that comes to. */
type Sample = readonly [text: string, value: unknown];

/** Texts of the kinds that a schema alone does not tell. */
const FORMAT_SAMPLES: Readonly<Record<string, string>> = {
  "country": "JP",
  "host-name": "example.com",
  "http-url": "https://gateway.example/v1",
  "time-zone": "Europe/Berlin",
  "variable": "MY_KEY",
};

/** A value other than the default, as a user would write it. */
function sampleOf(schema: Schema, before: unknown): Sample {
  if ("anyOf" in schema) {
    const branch = schema.anyOf.find((s) =>
      !("type" in s && s.type === "null")
    );
    return sampleOf(branch ?? schema, before);
  }
  switch (schema.type) {
    case "boolean":
      return before === true ? ["off", false] : ["yes", true];
    case "integer":
    case "number": {
      const { minimum = 0, maximum = Infinity } = schema;
      const other = [minimum, minimum + 1].find((n) => n !== before) ?? 0;
      assert.ok(other <= maximum);
      return [String(other), other];
    }
    case "string": {
      const text = schema.enum?.find((value) => value !== before) ??
        FORMAT_SAMPLES[schema.format ?? ""] ?? "other";
      return [text, text];
    }
    case "array": {
      const [text, value] = sampleOf(schema.items, undefined);
      return [`${text}, `, [value]];
    }
    case "object": {
      const [name, property] = Object.entries(schema.properties).at(-1) ?? [];
      if (name === undefined || property === undefined) {
        const free = schema.additionalProperties === true;
        return free
          ? ['{"a": [1]}', { a: [1] }]
          : ["x-a=1=2, x-b=3", { "x-a": "1=2", "x-b": "3" }];
      }
      const nested = "type" in property && property.type === "object";
      if (nested) {
        return ['{"answer": {"model": "m"}}', { answer: { model: "m" } }];
      }
      const [text, value] = sampleOf(property, undefined);
      return [`${name}=${text}`, { [name]: value }];
    }
    case "null":
      throw new TypeError("nothing but null");
  }
}

const JWT = { issuer: "i", audience: "a", jwks_url: "https://i.example/keys" };

const ENGINE = { kind: "lancedb", uri: "s3://b/m", refresh_ms: 1 };

/** Of keys whose values must fit a pattern, or come together. */
const OWN_SAMPLES: Readonly<Record<string, Sample>> = {
  "http.path": ["/other", "/other"],
  "http.allowed_origins": ["https://a.example,", ["https://a.example"]],
  "http.jwt": [JSON.stringify(JWT), JWT],
  "manuals.engine": [JSON.stringify(ENGINE), ENGINE],
};

function sampleFor({ path, schema }: Variable): Sample {
  const own = OWN_SAMPLES[path.join(".")];
  if (own) return own;
  const before = at(defaultConfig(), path);
  if (!schema.path) return sampleOf(schema, before);
  return "type" in schema && schema.type === "object"
    ? ["a=/some/path,b=/b", { a: "/some/path", b: "/b" }]
    : ["/some/path", "/some/path"];
}

Deno.test("every key is set by its own variable, and by nothing else", async () => {
  const variables = settingVariables();
  const [debug, others] = [true, false].map((wanted) =>
    variables.filter(({ name }) => (name === "DEBUG") === wanted)
  );
  // One variable of 000 sets both.
  assert.deepEqual(debug?.map(({ path }) => path.join(".")), [
    "server.debug",
    "server.debug_file",
  ]);
  const names = others?.map(({ name }) => name) ?? [];
  assert.deepEqual(names, [...new Set(names)]);
  for (const variable of others ?? []) {
    const { name, path } = variable;
    const key = path.join(".");
    const [text, value] = sampleFor(variable);
    assert.notDeepEqual(value, at(defaultConfig(), path), key);
    const env = { ...HOME, [name]: text };
    // What the sample needs beside it to be a whole.
    const more: Record<string, string> = key === "policy.system.source"
      ? { ORMCP_POLICY_SYSTEM_PATH: "/p" }
      : {};
    const { config, sources, warnings } = await loadConfig(
      fakeRuntime({ env: { ...env, ...more } }),
    );
    assert.deepEqual(at(config, path), value, key);
    assert.equal(sources.keys[key], `env:${name}`);
    assert.ok(sources.env.includes(name));
    if (key !== "policy.system.path") assert.deepEqual(warnings, [], key);
  }
});

Deno.test("every variable that takes not any text refuses a wrong one by name", async () => {
  const anyText = (schema: Schema): boolean => {
    if ("anyOf" in schema) return schema.anyOf.some(anyText);
    if (schema.type === "array") return anyText(schema.items);
    return schema.type === "string" &&
      !schema.enum && !schema.format && !schema.pattern;
  };
  const strict = settingVariables().filter(({ name, schema }) =>
    name !== "DEBUG" && !schema.path && !anyText(schema)
  );
  assert.ok(strict.length > 80);
  for (const { name } of strict) {
    const [problem, ...more] = await problemsOf("", { [name]: "~ no such ~" });
    assert.deepEqual(more, []);
    assert.ok(problem?.startsWith(name), `${name}: ${problem}`);
  }
});

Deno.test("names follow one rule, but for those that were there before it", () => {
  const names = new Map(
    settingVariables().map(({ name, path }) => [path.join("."), name]),
  );
  assert.equal(names.get("server.tools"), "ORMCP_SERVER_TOOLS");
  assert.equal(names.get("policy.timezone"), "ORMCP_POLICY_TIMEZONE");
  assert.equal(
    names.get("model_profiles.answer_detailed.verbosity"),
    "ORMCP_MODEL_PROFILES_ANSWER_DETAILED_VERBOSITY",
  );
  assert.equal(names.get("model_profiles.answer.model"), "MODEL_ANSWER");
  assert.equal(names.get("request.timeout_ms"), "OPENAI_API_TIMEOUT");
});

Deno.test("ORMCP_MODEL is the model of all profiles, unless a variable says more", async () => {
  const models = async (
    env: Record<string, string>,
    yaml = "",
  ): Promise<(string | undefined)[]> => {
    const { config, warnings } = await loadConfig(withYaml(yaml, env));
    assert.deepEqual(warnings, []);
    const { answer, answer_detailed, answer_quick } = config.model_profiles;
    return [answer, answer_detailed, answer_quick].map((p) => p?.model);
  };
  const ORMCP_MODEL = "m";
  assert.deepEqual(await models({ ORMCP_MODEL }), ["m", "m", "m"]);
  const specific = { ORMCP_MODEL, MODEL_QUICK: "q", MODEL_ANSWER: "a" };
  assert.deepEqual(await models(specific), ["a", "m", "q"]);
  const whole = {
    ORMCP_MODEL,
    ORMCP_MODEL_PROFILES: '{"answer":{"model":"w"}}',
  };
  assert.deepEqual(await models(whole), ["w", undefined, undefined]);
  const yaml =
    "model_profiles: { answer: { model: y }, answer_quick: { model: z } }";
  assert.deepEqual(await models({ ORMCP_MODEL }, yaml), ["m", undefined, "m"]);
  const runtime = fakeRuntime({ env: { ...HOME, ORMCP_MODEL } });
  const { config, sources } = await loadConfig(runtime, { model: "flag" });
  assert.equal(config.model_profiles.answer?.model, "flag");
  assert.equal(config.model_profiles.answer_quick?.model, "m");
  assert.deepEqual(sources.env, ["ORMCP_MODEL"]);
});

Deno.test("a part of a profile that has no model makes no profile", async () => {
  const env = { ORMCP_MODEL_PROFILES_ANSWER_QUICK_VERBOSITY: "low" };
  const yaml = "model_profiles: { answer_detailed: { model: m } }";
  const { config, warnings } = await loadConfig(withYaml(yaml, env));
  assert.deepEqual(Object.keys(config.model_profiles), ["answer_detailed"]);
  assert.deepEqual(warnings, [
    "ignored ORMCP_MODEL_PROFILES_ANSWER_QUICK_VERBOSITY: model_profiles.answer_quick has no model; give it one in YAML, or set ORMCP_MODEL",
  ]);
});

Deno.test("a variable in our name that nothing reads gets one warning", async () => {
  const warningsOf = async (name: string, value = "x"): Promise<string[]> => {
    const env = { ...HOME, [name]: value };
    return [...(await loadConfig(fakeRuntime({ env }))).warnings];
  };
  const warning = (name: string, meant: string): string[] => [
    `${name} is not a known variable and has no effect; did you mean ${meant}?`,
  ];
  assert.deepEqual(
    await warningsOf("ORMCP_SERVER_TOOL"),
    warning("ORMCP_SERVER_TOOL", "ORMCP_SERVER_TOOLS"),
  );
  assert.deepEqual(
    await warningsOf("ORMCP_TIMEZONE"),
    warning("ORMCP_TIMEZONE", "ORMCP_POLICY_TIMEZONE"),
  );
  assert.deepEqual(
    await warningsOf("ORMCP_BLOCKED_DOMAIN"),
    warning("ORMCP_BLOCKED_DOMAIN", "ORMCP_SEARCH_BLOCKED_DOMAINS"),
  );
  assert.deepEqual(
    await warningsOf("ORMCP_REQUEST_TIMEOUT_MS"),
    warning("ORMCP_REQUEST_TIMEOUT_MS", "OPENAI_API_TIMEOUT"),
  );
  assert.deepEqual(await warningsOf("ORMCP_"), [
    "ORMCP_ is not a known variable and has no effect",
  ]);
  assert.deepEqual(await warningsOf("ORMCP_SERVER_TOOL", ""), []);
  assert.deepEqual(await warningsOf("OTHER_SERVER_TOOL"), []);
});

Deno.test("null is none in every variable that may have none", async () => {
  const nullable = settingVariables().filter(({ schema }) =>
    "anyOf" in schema &&
    schema.anyOf.some((s) => "type" in s && s.type === "null")
  );
  assert.ok(nullable.length > 10);
  for (const { name, path } of nullable) {
    const env = { ...HOME, [name]: "null" };
    const { config } = await loadConfig(fakeRuntime({ env }));
    assert.equal(at(config, path), null, name);
  }
});

Deno.test("lists and objects of a variable may also be JSON", async () => {
  const env = {
    ...HOME,
    ORMCP_SERVER_TOOLS: '["iris"]',
    ORMCP_SEARCH_DEFAULTS_DOMAINS: "[]",
    ORMCP_SEARCH_USER_LOCATION: "country=JP,city=Kobe",
    ORMCP_RESPONSES_METADATA: ' {"team": "a, b"}',
    ORMCP_RESPONSES_MAX_OUTPUT_TOKENS: "null",
    ORMCP_MODEL_PROFILES_ANSWER_SUPPORTS: "verbosity=no",
  };
  const { config } = await loadConfig(fakeRuntime({ env }));
  assert.deepEqual(config.server.tools, ["iris"]);
  assert.deepEqual(config.search.defaults.domains, []);
  assert.deepEqual(config.search.user_location, {
    country: "JP",
    city: "Kobe",
  });
  assert.deepEqual(config.responses.metadata, { team: "a, b" });
  assert.equal(config.responses.max_output_tokens, null);
  assert.deepEqual(config.model_profiles.answer?.supports, {
    verbosity: false,
  });
});
