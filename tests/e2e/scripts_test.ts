import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { ChildProcess, type Ended } from "../kit/child_process.ts";
import { cleanEnv, onNode } from "../kit/launch.ts";

async function run(
  script: string,
  args: readonly string[] = [],
): Promise<Ended> {
  const path = fileURLToPath(
    new URL(`../../scripts/${script}`, import.meta.url),
  );
  const command = [Deno.execPath(), "run", "-A", path, ...args];
  await using process = new ChildProcess({ command, env: cleanEnv() });
  await process.end();
  return await process.ended();
}

Deno.test("demo shows the server at work without a key and says who answers", async () => {
  const { code, stdout, stderr } = await run("demo.ts");
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /missing_api_key: /);
  assert.match(stdout, /fake API on this machine answers, not OpenAI/);
  assert.match(stdout, /… Searching the web: weather Tokyo/);
  assert.match(stdout, /Sources:\n {2}- https:\/\/www\.jma\.go\.jp/);
  assert.match(stdout, /Continuing from "What is the weather/);
  assert.match(stdout, /Read the best one: decisions\.md:\d+\n {2}## The pro/);
  assert(!stdout.includes("\x1b"), "colours without a terminal");
});

Deno.test("smoke gets three answers in both framings from a given command", async () => {
  const args = ["--", ...(await onNode()).command];
  const { code, stdout, stderr } = await run("smoke.ts", args);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(stdout.match(/ tools\/call .*HTTP 404/g)?.length, 2);
});

Deno.test("smoke fails when the command does not answer", async () => {
  const { code } = await run("smoke.ts", [Deno.execPath(), "eval", "0"]);
  assert.equal(code, 1);
});
