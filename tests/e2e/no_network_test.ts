import assert from "node:assert/strict";
import { spawn } from "../kit/child_process.ts";
import { everyLaunch } from "../kit/launch.ts";

for (const program of await everyLaunch()) {
  Deno.test(`ask without a network says so and exits with 1 (${program.name})`, async () => {
    await using asked = spawn(program, {
      args: ["ask", "Is anyone there?"],
      env: {
        OPENAI_API_KEY: "sk-e2e-0123456789",
        OPENAI_BASE_URL: "https://nothing.invalid/v1",
        OPENAI_MAX_RETRIES: "0",
      },
    });
    const { code, signal, stderr } = await asked.ended();
    assert.match(
      stderr,
      /\(network\): Cannot reach https:\/\/nothing\.invalid/,
    );
    // Not killed, even while a name server is still being asked.
    assert.deepEqual([code, signal], [1, null]);
  });
}
