import assert from "node:assert/strict";
import { request } from "../kit/bytes.ts";
import { spawn } from "../kit/child_process.ts";
import { onDeno } from "../kit/launch.ts";

Deno.test("program says what to check when Deno cannot fetch the SDK", async () => {
  const cache = await Deno.makeTempDir({ prefix: "offline-" });
  const env = { DENO_DIR: cache, OPENAI_API_KEY: "sk-e2e-0123" };
  try {
    await using server = spawn(onDeno("--cached-only"), { env });
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
