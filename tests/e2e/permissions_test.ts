import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { request } from "../kit/bytes.ts";
import { spawn } from "../kit/child_process.ts";
import { onDenoWith } from "../kit/launch.ts";

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
