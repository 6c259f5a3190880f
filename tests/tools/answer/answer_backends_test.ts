/** The servers of docs/backends.md, each set as that page tells. */
import assert from "node:assert/strict";
import { loadConfig } from "../../../src/config/load.ts";
import {
  answerIn,
  failureIn,
  setUp,
  TEST_KEY,
} from "../../kit/answer_setup.ts";
import { type DialectName, DIALECTS } from "../../kit/fake_openai/dialects.ts";
import { type FakeOpenAI, startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { fakeRuntime } from "../../kit/fake_runtime.ts";

const NAMES = Object.keys(DIALECTS) as DialectName[];
const query = "latest news";

async function client(
  api: FakeOpenAI,
  env: Readonly<Record<string, string>>,
): Promise<ReturnType<typeof setUp>> {
  const variables = { ...env, OPENAI_BASE_URL: api.baseUrl };
  const { config, warnings } = await loadConfig(
    fakeRuntime({ env: variables }),
  );
  assert.deepEqual(warnings, []);
  return setUp(api.baseUrl, { config, env: { OPENAI_API_KEY: TEST_KEY } });
}

/** The names of models there, in their own style. */
const MODELS: Partial<Record<DialectName, string>> = {
  "Azure OpenAI v1": "my-deployment",
  "OpenRouter": "openai/gpt-5.2",
  "xAI": "grok-4.20-reasoning",
  "Ollama": "gpt-oss:20b",
  "vLLM, LM Studio, llama.cpp": "qwen3",
};

function settingsOf(name: DialectName): Record<string, string> {
  const model = MODELS[name];
  return { ...DIALECTS[name].env, ...model && { ORMCP_MODEL: model } };
}

for (const name of NAMES) {
  Deno.test(`${name} answers with the settings of docs/backends.md`, async () => {
    for (const ORMCP_RESPONSES_STREAM of ["true", "false"]) {
      await using api = startFakeOpenAI({ dialect: name });
      const setup = await client(api, {
        ...settingsOf(name),
        ORMCP_RESPONSES_STREAM,
      });
      const answer = answerIn(await setup.call("answer", { query }));
      const searches = DIALECTS[name].search !== null;
      assert.equal(answer.used_search, searches);
      const citations = answer.citations as { url: string }[];
      assert.equal(citations.length, searches ? 2 : 0);
      assert.equal("response_id" in answer, !DIALECTS[name].stateless);
      assert.equal(api.requests.length, 1);
    }
  });
}

Deno.test("docs/backends.md tells what each server needs", async () => {
  const page = new URL("../../../docs/backends.md", import.meta.url);
  const text = await Deno.readTextFile(page);
  for (const [name, { env }] of Object.entries(DIALECTS)) {
    const row = text.split("\n").find((line) => line.startsWith(`| ${name} `));
    assert.ok(row, name);
    const told = [...row.matchAll(/`(ORMCP_\w+)=([^`]+)`/g)]
      .map(([, variable, value]) => [variable, value]);
    assert.deepEqual(Object.fromEntries(told), env, name);
  }
});

Deno.test("xAI's list of sources is cited when nothing else tells of any", async () => {
  await using api = startFakeOpenAI({ dialect: "xAI" });
  api.always({
    script: {
      text: "It is so.",
      searches: [{ query, urls: ["https://docs.x.ai/a"] }],
    },
  });
  const setup = await client(api, settingsOf("xAI"));
  const answer = answerIn(await setup.call("answer", { query }));
  const [citation] = answer.citations as { url: string }[];
  assert.equal(citation?.url, "https://docs.x.ai/a");
});

Deno.test("a server without web search says so, and how to do without", async () => {
  await using api = startFakeOpenAI({ dialect: "vLLM, LM Studio, llama.cpp" });
  const setup = await client(api, { ORMCP_MODEL: "qwen3" });
  const { reason, message } = failureIn(await setup.call("answer", { query }));
  assert.equal(reason, "upstream_error");
  assert.match(
    String(message),
    /'type' of tool must be 'function', not 'web_search'.*set search\.tool \(ORMCP_SEARCH_TOOL\) to none/,
  );
});

Deno.test("without a search nothing is said of one, and no site can be chosen", async () => {
  await using api = startFakeOpenAI({ dialect: "vLLM, LM Studio, llama.cpp" });
  const settings = settingsOf("vLLM, LM Studio, llama.cpp");
  const setup = await client(api, settings);
  answerIn(await setup.call("answer", { query }));
  const { input, instructions, tools, include } = api.requests[0]?.body ?? {};
  assert.deepEqual([input, tools, include], [query, undefined, undefined]);
  assert.match(instructions ?? "", /You cannot search the web/);
  const domains = ["example.com"];
  const refused = failureIn(await setup.call("answer", { query, domains }));
  assert.equal(refused.reason, "invalid_arguments");
  assert.match(String(refused.message), /search\.tool is none/);
  assert.equal(api.requests.length, 1);
});

Deno.test("a server that keeps nothing says what to set", async () => {
  for (const dialect of ["OpenRouter", "Ollama"] as const) {
    await using api = startFakeOpenAI({ dialect });
    const { ORMCP_RESPONSES_STORE: _, ...env } = settingsOf(dialect);
    const setup = await client(api, env);
    const { message } = failureIn(await setup.call("answer", { query }));
    assert.match(String(message), /stateless"; set responses\.store to false/);
  }
});

Deno.test("a search by another name gets its name alone, and blocked sites in words", async () => {
  await using api = startFakeOpenAI({ dialect: "OpenRouter" });
  const setup = await client(api, {
    ...settingsOf("OpenRouter"),
    ORMCP_SEARCH_BLOCKED_DOMAINS: "example.com",
  });
  const answer = answerIn(await setup.call("answer", { query }));
  const body = api.requests[0]?.body;
  assert.deepEqual(body?.tools, [{ type: "openrouter:web_search" }]);
  assert.match(body?.input ?? "", /, blocked_domains=example\.com$/);
  const citations = answer.citations as { url: string }[];
  assert.deepEqual(citations.map(({ url }) => url), [
    "https://example.org/articles/2",
  ]);
});
