import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { request } from "../kit/bytes.ts";
import { spawn } from "../kit/child_process.ts";
import { everyLaunch } from "../kit/launch.ts";

function cancel(requestId: unknown): string {
  const params = { requestId, reason: "not needed any more" };
  const method = "notifications/cancelled";
  return JSON.stringify({ jsonrpc: "2.0", method, params }) + "\n";
}

function call(id: number): string {
  const params = { name: "answer", arguments: { query: "hello" } };
  return request(id, "tools/call", params) + "\n";
}

for (const program of await everyLaunch()) {
  Deno.test(`program ignores a cancellation with nothing in flight (${program.name})`, async () => {
    await using server = spawn(program);
    await server.write(cancel(7) + cancel(null) + cancel("x"));
    await server.write(request(1, "ping") + "\n");
    await server.end();
    const { code, stdout, stderr } = await server.ended();
    assert.equal(stdout, `{"jsonrpc":"2.0","id":1,"result":{}}\n`);
    assert.deepEqual([code, stderr], [0, ""]);
  });

  Deno.test(`program sends nothing for a call that is cancelled (${program.name})`, async () => {
    await using api = startFakeOpenAI();
    api.next({ fault: { kind: "stall", events: 1 } });
    await using server = spawn(program, {
      env: { OPENAI_BASE_URL: api.baseUrl, OPENAI_API_KEY: "sk-e2e-012345678" },
    });
    await server.write(call(1));
    await api.received(1);
    await server.write(cancel(1));
    await api.closed(1);
    // The id is free again, and the one answer to it is the second call's.
    await server.write(call(1));
    await server.end();
    const { code, stdout } = await server.ended();
    const messages = stdout.trimEnd().split("\n").map((line) =>
      JSON.parse(line)
    );
    assert.deepEqual(messages.map(({ id }) => id), [1]);
    assert.match(messages[0].result.content[0].text, /answer to/);
    assert.equal(code, 0);
  });
}
