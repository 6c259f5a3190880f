import assert from "node:assert/strict";
import { request, spawn } from "../kit/spawn_process.ts";
import { ON_DENO, type Program } from "../kit/spawn_programs.ts";

Deno.test("program says what to check when Deno cannot fetch the SDK", async () => {
  const cache = await Deno.makeTempDir({ prefix: "offline-" });
  const [run = "", ...rest] = ON_DENO.args;
  const program: Program = {
    ...ON_DENO,
    args: [run, "--cached-only", ...rest],
  };
  const env = { DENO_DIR: cache, OPENAI_API_KEY: "sk-e2e-0123" };
  try {
    await using server = spawn(program, { env });
    const call = { name: "answer", arguments: { query: "hello" } };
    await server.write(request(1, "tools/call", call) + "\n");
    await server.end();
    const { code, stdout, stderr } = await server.ended();
    const { result } = JSON.parse(stdout);
    const { data } = JSON.parse(result.content[0].text);
    assert.deepEqual([code, stderr, result.isError], [0, "", true]);
    assert.equal(data.reason, "network");
    assert.match(
      data.message,
      /^Cannot load the openai package: check .*npm.* restart the server\./,
    );
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
});
