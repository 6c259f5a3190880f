import assert from "node:assert/strict";
import { ChildProcess, spawn } from "../kit/child_process.ts";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { envWithHome, everyLaunch } from "../kit/launch.ts";

const KEY = "sk-e2e-0123456789";

for (const launch of await everyLaunch()) {
  Deno.test(`program asks and leaves its input alone (${launch.name})`, async () => {
    await using api = startFakeOpenAI();
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: api.baseUrl };
    // Its input stays open: a program that read it would never end.
    const args = ["ask", "latest", "news", "--tool", "answer_quick"];
    await using process = spawn(launch, { args, env });
    const { code, stdout, stderr } = await process.ended();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\n\nSources:\n- /);
    assert.match(stderr, /^response_id: resp_\w+\n$/);
  });

  Deno.test(`program that is interrupted leaves a long answer to be collected (${launch.name})`, async () => {
    await using api = startFakeOpenAI();
    const home = await Deno.makeTempDir({ prefix: "ask-" });
    const env = envWithHome(home, {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: api.baseUrl,
      ORMCP_RESPONSES_BACKGROUND: "always",
    });
    const start = (...args: string[]): ChildProcess =>
      new ChildProcess({ command: [...launch.command, "ask", ...args], env });
    try {
      api.next({ paused: 3 });
      await using asking = start("latest news");
      await api.made(1);
      const [made] = api.created;
      assert.ok(made);
      asking.kill("SIGINT");
      const { code, stdout, stderr } = await asking.ended();
      assert.deepEqual([code, stdout], [130, ""]);
      assert.match(
        stderr,
        new RegExp(`get it with .* ask --result ${made.final.id}\n$`),
      );
      made.release();
      await using collecting = start("--result", made.final.id);
      const collected = await collecting.ended();
      assert.equal(collected.code, 0, collected.stderr);
      assert.match(collected.stdout, /\n\nSources:\n- /);
      assert.equal(api.created.length, 1);
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  });

  Deno.test(`program examines the machine that it is on (${launch.name})`, async () => {
    await using api = startFakeOpenAI({ apiKey: KEY });
    const home = await Deno.makeTempDir({ prefix: "doctor-" });
    const command = [...launch.command, "doctor"];
    const env = envWithHome(home, {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: api.baseUrl,
    });
    await using process = new ChildProcess({ command, env });
    const { code, stdout, stderr } = await process.ended();
    await Deno.remove(home, { recursive: true });
    assert.deepEqual([code, stderr], [0, ""], stdout);
    const name = launch.name === "Deno" ? "Deno" : "Node";
    assert.match(stdout, new RegExp(`^ok {4}runtime .* on ${name} \\d+\\.`));
    assert.match(stdout, /^ok {4}api .* has gpt-5\.2$/m);
  });
}
