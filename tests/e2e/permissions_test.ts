import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { request } from "../kit/bytes.ts";
import { spawn } from "../kit/child_process.ts";
import { envWithHome, onDenoWith } from "../kit/launch.ts";

Deno.test("program answers on Deno with env, net and read permissions alone", async () => {
  await using api = startFakeOpenAI();
  const { host } = new URL(api.baseUrl);
  const env = { OPENAI_BASE_URL: api.baseUrl, OPENAI_API_KEY: "sk-e2e-0123" };
  await using server = spawn(
    onDenoWith("--allow-env", `--allow-net=${host}`, "--allow-read"),
    { env },
  );
  const call = { name: "answer", arguments: { query: "hello" } };
  await server.write(request(1, "tools/call", call) + "\n");
  await server.end();
  const { code, stdout, stderr } = await server.ended();
  assert.match(JSON.parse(stdout).result.content[0].text, /answer to/);
  assert.deepEqual([code, stderr], [0, ""]);
});

Deno.test("program serves on Deno with read permission alone", async () => {
  await using server = spawn(onDenoWith("--allow-read"));
  await server.write(request(1, "tools/list") + "\n");
  await server.end();
  const { code, stdout, stderr } = await server.ended();
  assert.equal(JSON.parse(stdout).id, 1, stderr);
  assert.equal(code, 0);
});

Deno.test({
  name:
    "program lists long answers and logs to a file with the rights that docs/security.md gives it",
  // Elsewhere the directories of a user lie in other places.
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using api = startFakeOpenAI();
    const { host } = new URL(api.baseUrl);
    const home = await Deno.makeTempDir();
    const own = ["config", "cache", "local/state"]
      .map((dir) => `${home}/.${dir}/openai-responses-mcp`);
    const [, cache, state] = own;
    const log = `${home}/mcp.log`;
    const { command, ...rest } = onDenoWith(
      "--allow-env",
      `--allow-net=${host}`,
      `--allow-read=.,${own.join(",")}`,
      `--allow-write=${cache},${state},${log}`,
    );
    const env = envWithHome(home, {
      OPENAI_BASE_URL: api.baseUrl,
      OPENAI_API_KEY: "sk-e2e-0123",
      ORMCP_RESPONSES_BACKGROUND: "always",
      DEBUG: log,
    });
    await using server = spawn({ ...rest, command }, { env });
    const call = { name: "answer", arguments: { query: "hello" } };
    await server.write(request(1, "tools/call", call) + "\n");
    await server.end();
    const { code, stdout, stderr } = await server.ended();
    assert.equal(code, 0, stderr);
    assert.match(JSON.parse(stdout).result.content[0].text, /answer to/);
    assert.match(await Deno.readTextFile(log), /tools\/call/);
    const listed = await Deno.readTextFile(`${state}/answers.jsonl`);
    assert.match(listed, /hello/);
    assert.doesNotMatch(stderr, /NotCapable|permission/i);
    await Deno.remove(home, { recursive: true });
  },
});
