import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { request } from "../kit/bytes.ts";
import { ChildProcess, spawn } from "../kit/child_process.ts";
import { cleanEnv, everyLaunch } from "../kit/launch.ts";

const LIST = request(1, "tools/list") + "\n";
const CALL = request(2, "tools/call", {
  name: "answer",
  arguments: { query: "hello" },
}) + "\n";

function envFor(api: { baseUrl: string }): Record<string, string> {
  return { OPENAI_BASE_URL: api.baseUrl, OPENAI_API_KEY: "sk-e2e-0123456789" };
}

const SIGNALS = [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const;

// The answers are megabytes: far more than a pipe holds.
const UNREAD = Array.from(
  { length: 400 },
  (_, id) => request(id, "tools/list") + "\n",
).join("");

for (const program of await everyLaunch()) {
  Deno.test(`program answers what is in flight after EOF, then exits 0 (${program.name})`, async () => {
    await using api = startFakeOpenAI();
    api.next({ delayMs: 100 });
    await using server = spawn(program, { env: envFor(api) });
    await server.write(CALL);
    await server.end();
    const { code, stdout } = await server.ended();
    assert.equal(code, 0);
    assert.match(JSON.parse(stdout).result.content[0].text, /answer to/);
  });

  for (const [signal, code] of SIGNALS) {
    Deno.test(`program ends on ${signal} with a call in flight (${program.name})`, async () => {
      await using api = startFakeOpenAI();
      api.next({ fault: { kind: "stall", events: 1 } });
      await using server = spawn(program, { env: envFor(api) });
      await server.write(CALL);
      await api.received(1);
      server.kill(signal);
      const ended = await server.ended();
      // By itself: a signal that nobody heard would have ended it, too.
      const { signal: killedBy, stdout } = ended;
      assert.deepEqual([ended.code, killedBy, stdout], [code, null, ""]);
      await api.closed(1);
    });

    Deno.test(`program ends on ${signal} when nobody reads its output (${program.name})`, async () => {
      await using server = spawn(program, { env: { DEBUG: "1" } });
      await server.write(UNREAD);
      await server.logged("send (line)");
      server.kill(signal);
      const ended = await server.ended();
      assert.equal(ended.code, code);
    });
  }

  Deno.test(`program ends and drops its call when its output breaks (${program.name})`, async () => {
    await using api = startFakeOpenAI();
    api.next({ fault: { kind: "stall", events: 1 } });
    await using server = spawn(program, { env: envFor(api) });
    await server.write(CALL);
    await api.received(1);
    await server.breakOutput();
    const ending = server.ended();
    let over = false;
    ending.finally(() => over = true);
    // The system may close our end later than it says, and take an answer yet.
    while (!over) {
      await server.write(LIST).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const { code, stderr } = await ending;
    assert.deepEqual([code, stderr], [1, ""]);
    await api.closed(1);
  });

  Deno.test(`program ends when its parent was killed in mid-call (${program.name})`, async () => {
    await using api = startFakeOpenAI();
    api.next({ fault: { kind: "stall", events: 1 } });
    const command = [...program.command, "--stdio"];
    // The shell stays the parent because it has a second command to run.
    await using shell = new ChildProcess({
      command: ["/bin/sh", "-c", `"$@"; echo over`, "sh", ...command],
      env: cleanEnv(envFor(api)),
    });
    await shell.write(CALL);
    await shell.end();
    await api.received(1);
    shell.kill("SIGKILL");
    // The server has the shell's output too: that it ends means both are gone.
    const { signal, stdout } = await shell.ended();
    assert.deepEqual([signal, stdout], ["SIGKILL", ""]);
    await api.closed(1);
  });
}
