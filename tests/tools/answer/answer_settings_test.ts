/**
 * Every setting that answers depend on, and what it changes: a key without a
 * line here, or without an effect, fails.
 */
import assert from "node:assert/strict";
import { loadConfig } from "../../../src/config/load.ts";
import {
  type Config,
  type Profile,
  SETTINGS,
} from "../../../src/config/schema.ts";
import { settingVariables } from "../../../src/config/variables.ts";
import { isObject } from "../../../src/schema/value.ts";
import {
  type Partial as Part,
  setUp,
  TEST_KEY,
} from "../../kit/answer_setup.ts";
import { type FakeOpenAI, startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { fakeRuntime } from "../../kit/fake_runtime.ts";
import { MemoryFiles } from "../../kit/memory_files.ts";
import { BACKGROUND_EFFECTS } from "./background_effects.ts";
import type { Effect, Seen } from "./effect.ts";
import { SEARCH_EFFECTS } from "./search_effects.ts";

const reason = ({ outcome }: Seen): unknown =>
  outcome.ok ? "none" : outcome.error.data.reason;
const header = (name: string): Effect["see"] => ({ api }) =>
  api.requests[0]?.headers.get(name);
const fieldIn = (body: object, name: string): unknown =>
  Object.entries(body).find(([key]) => key === name)?.[1];
function profile(fields: Profile): Part<Config> {
  return { model_profiles: { answer: fields } };
}
const PROFILES = "model_profiles";
const KEYS = { OPENAI_API_KEY: TEST_KEY, MY_KEY: "my-own-key" };
const model = "gpt-5.2";

const EFFECTS: Readonly<Record<string, Effect>> = {
  ...BACKGROUND_EFFECTS,
  "openai.api_key_env": {
    set: { openai: { api_key_env: "MY_KEY" } },
    see: ({ api }) => api.requests[0]?.headers.get("authorization"),
    changes: [`Bearer ${TEST_KEY}`, "Bearer my-own-key"],
  },
  "openai.base_url": {
    set: {
      openai: { base_url: "http://127.0.0.1:1/v1" },
      request: { max_retries: 0 },
    },
    see: reason,
    changes: ["none", "network"],
  },
  "openai.organization": {
    set: { openai: { organization: "org-1" } },
    see: header("openai-organization"),
    changes: [null, "org-1"],
  },
  "openai.project": {
    set: { openai: { project: "proj_1" } },
    see: header("openai-project"),
    changes: [null, "proj_1"],
  },
  "openai.headers": {
    set: { openai: { headers: { "X-Team": "a ${MY_KEY}" } } },
    see: header("x-team"),
    changes: [null, "a my-own-key"],
  },
  "request.timeout_ms": {
    set: { request: { timeout_ms: 20 } },
    plan: { delayMs: 200 },
    see: reason,
    changes: ["none", "timeout"],
  },
  "request.max_retries": {
    set: { request: { max_retries: 1 } },
    plan: {
      fault: {
        kind: "status",
        status: 500,
        headers: { "retry-after-ms": "1" },
      },
    },
    see: ({ api }) => api.requests.length,
    changes: [4, 2],
  },
  "responses.stream": {
    set: { responses: { stream: false } },
    see: ({ body }) => body.stream,
    changes: [true, false],
  },
  "responses.store": {
    set: { responses: { store: false } },
    see: ({ body }) => body.store,
    changes: [true, false],
  },
  "responses.max_output_tokens": {
    set: { responses: { max_output_tokens: 2000 } },
    see: ({ body }) => body.max_output_tokens,
    changes: [undefined, 2000],
  },
  "responses.max_tool_calls": {
    set: { responses: { max_tool_calls: 3 } },
    see: ({ body }) => body.max_tool_calls,
    changes: [undefined, 3],
  },
  "responses.service_tier": {
    set: { responses: { service_tier: "flex" } },
    see: ({ body }) => body.service_tier,
    changes: [undefined, "flex"],
  },
  "responses.prompt_cache_key": {
    set: { responses: { prompt_cache_key: "team" } },
    see: ({ body }) => body.prompt_cache_key,
    changes: [undefined, "team"],
  },
  "responses.safety_identifier": {
    set: { responses: { safety_identifier: "5f2a" } },
    see: ({ body }) => body.safety_identifier,
    changes: [undefined, "5f2a"],
  },
  "responses.metadata": {
    set: { responses: { metadata: { team: "docs" } } },
    see: ({ body }) => body.metadata,
    changes: [undefined, { team: "docs" }],
  },
  "model_profiles.answer": {
    set: profile({ model: "o3" }),
    see: ({ body }) => body.model,
    changes: [model, "o3"],
  },
  "model_profiles.answer_detailed": {
    tool: "answer_detailed",
    from: profile({ model }),
    set: {
      model_profiles: { answer: { model }, answer_detailed: { model: "o3" } },
    },
    see: ({ body }) => body.model,
    changes: [model, "o3"],
  },
  "model_profiles.answer_quick": {
    tool: "answer_quick",
    from: profile({ model }),
    set: {
      model_profiles: { answer: { model }, answer_quick: { model: "o3" } },
    },
    see: ({ body }) => body.model,
    changes: [model, "o3"],
  },
  "model_profiles.*.model": {
    set: profile({ model: "gpt-5.1" }),
    see: ({ body }) => body.model,
    changes: [model, "gpt-5.1"],
  },
  "model_profiles.*.reasoning_effort": {
    set: profile({ model, reasoning_effort: "low" }),
    see: ({ body }) => body.reasoning,
    changes: [{ effort: "medium" }, { effort: "low" }],
  },
  "model_profiles.*.verbosity": {
    set: profile({ model, verbosity: "low" }),
    see: ({ body }) => body.text,
    changes: [{ verbosity: "medium" }, { verbosity: "low" }],
  },
  "model_profiles.*.supports.reasoning": {
    set: profile({ model, supports: { reasoning: false } }),
    see: ({ body }) => body.reasoning,
    changes: [{ effort: "medium" }, undefined],
  },
  "model_profiles.*.supports.verbosity": {
    set: profile({ model, supports: { verbosity: false } }),
    see: ({ body }) => body.text,
    changes: [{ verbosity: "medium" }, undefined],
  },
  "model_profiles.*.max_citations": {
    set: profile({ model, max_citations: 1 }),
    see: ({ outcome }) =>
      outcome.ok && JSON.parse(outcome.text).citations.length,
    changes: [2, 1],
  },
  "model_profiles.*.request": {
    set: profile({
      model,
      request: { truncation: "auto", reasoning: { summary: "auto" } },
    }),
    see: ({ body }) => [body.reasoning, fieldIn(body, "truncation")],
    changes: [
      [{ effort: "medium" }, undefined],
      [{ effort: "medium", summary: "auto" }, "auto"],
    ],
  },
  ...SEARCH_EFFECTS,
};

/** The names of the keys in settings or schemas, and of what they hold. */
function keysIn(group: object, prefix: string): string[] {
  return Object.entries(group).flatMap(([name, value]) => {
    const path = `${prefix}.${name}`;
    if (!isObject(value)) return [];
    // A map, or an object that takes anything, is one key.
    const open = value.additionalProperties !== false;
    if (isObject(value.properties) && !open) {
      return keysIn(value.properties, path);
    }
    // With one value to choose from there is nothing to change.
    if (Array.isArray(value.enum) && value.enum.length === 1) return [];
    return "type" in value || "anyOf" in value ? [path] : keysIn(value, path);
  });
}

Deno.test("every setting of answers has its effect here", () => {
  const { openai, request, responses, policy, search } = SETTINGS;
  const groups = { openai, request, responses, policy, search };
  const { properties: profiles } = SETTINGS.model_profiles;
  const keys = [
    ...Object.entries(groups).flatMap(([name, keys]) => keysIn(keys, name)),
    ...Object.keys(profiles).map((name) => `model_profiles.${name}`),
    ...keysIn(profiles.answer.properties, "model_profiles.*"),
  ];
  assert.deepEqual(Object.keys(EFFECTS).sort(), keys.sort());
});

async function call(
  effect: Effect,
  configure: (api: FakeOpenAI) => Promise<Part<Config>> | Part<Config>,
): Promise<unknown> {
  await using api = startFakeOpenAI();
  api.always(effect.plan ?? {});
  const files = new MemoryFiles();
  files.write("/mine.md", "Mine");
  files.write("/other.md", "Other");
  const config = await configure(api);
  const env = { ...KEYS, HOME: "/home/me" };
  const setup = setUp(api.baseUrl, { config, env, files });
  const { tool = "answer", args = { query: "latest news" } } = effect;
  const outcome = await setup.call(tool, args);
  return effect.see({ api, outcome, body: api.requests[0]?.body ?? {} });
}

/** The same settings as variables: a text each, JSON where there is no other. */
function asVariables(config: Part<Config>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { name, path } of settingVariables()) {
    const value = path.reduce<unknown>(
      (node, key) => isObject(node) ? node[key] : undefined,
      config,
    );
    // The parts of profiles are given with the whole.
    if (value === undefined || path.length > 1 && path[0] === PROFILES) {
      continue;
    }
    env[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  return env;
}

async function loadVariables(
  api: FakeOpenAI,
  set: Part<Config>,
): Promise<Config> {
  const env = { ...KEYS, OPENAI_BASE_URL: api.baseUrl, ...asVariables(set) };
  const { config, warnings } = await loadConfig(fakeRuntime({ env }));
  assert.deepEqual(warnings, []);
  return config;
}

for (const [key, effect] of Object.entries(EFFECTS)) {
  Deno.test(`${key} has an effect, as its variable has`, async () => {
    const [from, to] = effect.changes;
    assert.deepEqual(await call(effect, () => effect.from ?? {}), from);
    assert.deepEqual(await call(effect, () => effect.set), to);
    const load = (api: FakeOpenAI): Promise<Config> =>
      loadVariables(api, effect.set);
    assert.deepEqual(await call(effect, load), to);
    assert.notDeepEqual(from, to);
  });
}
