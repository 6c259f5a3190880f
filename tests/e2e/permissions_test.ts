import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { request, spawn } from "../kit/spawn_process.ts";
import { ON_DENO, type Program } from "../kit/spawn_programs.ts";

Deno.test("program answers on Deno with env, net and read permissions alone", async () => {
  await using api = startFakeOpenAI();
  const { host } = new URL(api.baseUrl);
  const program: Program = {
    ...ON_DENO,
    args: ON_DENO.args.flatMap((arg) =>
      arg === "-A"
        ? ["--no-prompt", "--allow-env", `--allow-net=${host}`, "--allow-read"]
        : [arg]
    ),
  };
  const env = { OPENAI_BASE_URL: api.baseUrl, OPENAI_API_KEY: "sk-e2e-0123" };
  await using server = spawn(program, { env });
  const call = { name: "answer", arguments: { query: "hello" } };
  await server.write(request(1, "tools/call", call) + "\n");
  await server.end();
  const { code, stdout, stderr } = await server.ended();
  assert.match(JSON.parse(stdout).result.content[0].text, /answer to/);
  assert.deepEqual([code, stderr], [0, ""]);
});

Deno.test("program serves on Deno with read permission alone", async () => {
  const args = ON_DENO.args.flatMap((arg) =>
    arg === "-A" ? ["--no-prompt", "--allow-read"] : [arg]
  );
  await using server = spawn({ ...ON_DENO, args }, {});
  await server.write(request(1, "tools/list") + "\n");
  await server.end();
  const { code, stdout, stderr } = await server.ended();
  assert.equal(JSON.parse(stdout).id, 1, stderr);
  assert.equal(code, 0);
});
