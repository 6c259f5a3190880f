/**
 * Every setting that answers depend on, and what it changes: a key without a
 * line here, or without an effect, fails.
 */
import assert from "node:assert/strict";
import {
  type Config,
  type Profile,
  SETTINGS,
} from "../../../src/config/schema.ts";
import type { ToolOutcome } from "../../../src/tools/tool.ts";
import { isObject } from "../../../src/schema/value.ts";
import {
  type Partial as Part,
  setUp,
  TEST_KEY,
} from "../../kit/answer_setup.ts";
import {
  type FakeOpenAI,
  type Plan,
  type ReceivedRequest,
  startFakeOpenAI,
} from "../../kit/fake_openai/mod.ts";
import { MemoryFiles } from "../../kit/memory_files.ts";
import { BACKGROUND_EFFECTS } from "./background_effects.ts";

/** What one call showed. */
interface Seen {
  readonly api: FakeOpenAI;
  readonly outcome: ToolOutcome;
  readonly body: Part<ReceivedRequest["body"]>;
}

interface Effect {
  /** @default {the default configuration} */
  readonly from?: Part<Config>;
  /** The same with the setting changed. */
  readonly set: Part<Config>;
  /** What it changes. */
  see(seen: Seen): unknown;
  /** What is seen without it, and with it. */
  readonly changes: readonly [from: unknown, to: unknown];
  /** @default {"answer"} */
  readonly tool?: string;
  /** @default {a question} */
  readonly args?: Readonly<Record<string, unknown>>;
  /** What the API does. */
  readonly plan?: Plan;
}

const input = ({ body }: Seen): unknown =>
  /\[Hints\].*/.exec(body.input ?? "")?.[0];
const instructions = ({ body }: Seen): unknown =>
  body.instructions?.split("\n\n").map((part) => part.slice(0, 10));
const reason = ({ outcome }: Seen): unknown =>
  outcome.ok ? "none" : outcome.error.data.reason;
const searchTool = ({ body }: Seen): Record<string, unknown> => ({
  ...body.tools?.find((tool) => tool.type === "web_search"),
});
const place = (name: string): Pick<Effect, "see"> => ({
  see: (seen) => ({ ...searchTool(seen).user_location as object })[name],
});
function profile(fields: Profile): Part<Config> {
  return { model_profiles: { answer: fields } };
}
const file = { source: "file", path: "/mine.md" } as const;
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
  "policy.max_citations": {
    set: { policy: { max_citations: 1 } },
    see: ({ outcome }) =>
      outcome.ok && JSON.parse(outcome.text).citations.length,
    changes: [2, 1],
  },
  "policy.timezone": {
    set: { policy: { timezone: "UTC" } },
    see: ({ body }) => /Time zone: (.*)\./.exec(body.instructions ?? "")?.[1],
    changes: ["Asia/Tokyo", "UTC"],
  },
  "policy.system.source": {
    from: { policy: { system: { path: "/mine.md" } } },
    set: { policy: { system: file } },
    see: (seen) => String(instructions(seen)).slice(0, 10),
    changes: ["You answer", "Mine,Today"],
  },
  "policy.system.path": {
    from: { policy: { system: file } },
    set: { policy: { system: { ...file, path: "/other.md" } } },
    see: instructions,
    changes: [["Mine", "Today is 2"], ["Other", "Today is 2"]],
  },
  "policy.system.merge": {
    from: { policy: { system: file } },
    set: { policy: { system: { ...file, merge: "prepend" } } },
    see: (seen) => String(instructions(seen)).slice(0, 10),
    changes: ["Mine,Today", "Mine,You a"],
  },
  "search.defaults.recency_days": {
    set: { search: { defaults: { recency_days: 7 } } },
    see: input,
    changes: [
      "[Hints] recency_days=60, max_results=5",
      "[Hints] recency_days=7, max_results=5",
    ],
  },
  "search.defaults.max_results": {
    set: { search: { defaults: { max_results: 9 } } },
    see: input,
    changes: [
      "[Hints] recency_days=60, max_results=5",
      "[Hints] recency_days=60, max_results=9",
    ],
  },
  "search.defaults.domains": {
    set: { search: { defaults: { domains: ["deno.com"] } } },
    see: (seen) => searchTool(seen).filters,
    changes: [undefined, { allowed_domains: ["deno.com"] }],
  },
  "search.context_size": {
    set: { search: { context_size: "high" } },
    see: (seen) => searchTool(seen).search_context_size,
    changes: ["medium", "high"],
  },
  "search.user_location.city": {
    set: { search: { user_location: { city: "Kobe" } } },
    ...place("city"),
    changes: [undefined, "Kobe"],
  },
  "search.user_location.country": {
    set: { search: { user_location: { country: "JP" } } },
    ...place("country"),
    changes: [undefined, "JP"],
  },
  "search.user_location.region": {
    set: { search: { user_location: { region: "Hyogo" } } },
    ...place("region"),
    changes: [undefined, "Hyogo"],
  },
  "search.user_location.timezone": {
    set: { search: { user_location: { timezone: "Asia/Tokyo" } } },
    ...place("timezone"),
    changes: [undefined, "Asia/Tokyo"],
  },
};

/** The names of the keys in settings or schemas, and of what they hold. */
function keysIn(group: object, prefix: string): string[] {
  return Object.entries(group).flatMap(([name, value]) => {
    const path = `${prefix}.${name}`;
    if (!isObject(value)) return [];
    if (isObject(value.properties)) return keysIn(value.properties, path);
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

async function call(effect: Effect, config: Part<Config>): Promise<unknown> {
  await using api = startFakeOpenAI();
  api.always(effect.plan ?? {});
  const files = new MemoryFiles();
  files.write("/mine.md", "Mine");
  files.write("/other.md", "Other");
  const env = { OPENAI_API_KEY: TEST_KEY, MY_KEY: "my-own-key" };
  const setup = setUp(api.baseUrl, { config, env, files });
  const { tool = "answer", args = { query: "latest news" } } = effect;
  const outcome = await setup.call(tool, args);
  return effect.see({ api, outcome, body: api.requests[0]?.body ?? {} });
}

for (const [key, effect] of Object.entries(EFFECTS)) {
  Deno.test(`${key} has an effect`, async () => {
    const [from, to] = effect.changes;
    assert.deepEqual(await call(effect, effect.from ?? {}), from);
    assert.deepEqual(await call(effect, effect.set), to);
    assert.notDeepEqual(from, to);
  });
}
