import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { ChildProcess } from "../kit/child_process.ts";
import { cleanEnv, type Launch, onDeno, onNode } from "../kit/launch.ts";

/** Runs the official Inspector's command line against a program. */
async function inspect(
  program: Launch,
  env: Readonly<Record<string, string>>,
  request: readonly string[],
): Promise<Record<string, unknown>> {
  // The Inspector hands nothing else on: without the cache's directory, Deno
  // would download the packages once more.
  const variables = Object.entries(cleanEnv(env))
    .flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  await using inspector = new ChildProcess({
    command: [
      "npx",
      "-y",
      "--prefer-offline",
      "@modelcontextprotocol/inspector@2.12.0",
      "--cli",
      ...variables,
      ...program.command,
      "--stdio",
      ...request,
    ],
    env: cleanEnv(),
  });
  const { code, stdout, stderr } = await inspector.ended();
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

Deno.test("official Inspector lists and calls the tools of both builds", async () => {
  await using api = startFakeOpenAI();
  const env = {
    OPENAI_BASE_URL: api.baseUrl,
    OPENAI_API_KEY: "sk-e2e-0123456789",
  };
  async function list(program: Launch): Promise<void> {
    const { tools } = await inspect(program, env, ["--method", "tools/list"]);
    const names = (tools as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names, ["answer", "answer_detailed", "answer_quick"]);
  }
  async function call(program: Launch): Promise<void> {
    const tool = ["--tool-name", "answer", "--tool-arg", "query=HTTP 404"];
    const request = ["--method", "tools/call", ...tool];
    const { structuredContent } = await inspect(program, env, request);
    const { answer } = structuredContent as { answer: string };
    assert.match(answer, /404 \(Not Found\)/);
  }
  // Alone, because the first run may have to install the Inspector.
  const [deno, node] = [onDeno(), await onNode()];
  await list(deno);
  await Promise.all([call(deno), list(node), call(node)]);
});
