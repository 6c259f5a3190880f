import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { envWithHome, everyLaunch, type Launch } from "../kit/launch.ts";
import { PATIENCE_MS } from "../kit/mcp_client.ts";
import { Program } from "../kit/program.ts";
import { until } from "../kit/within.ts";

const QUESTION = { query: "latest news of Deno" };

/** Starts the program with everything in the background, at home in `dir`. */
function start(
  launch: Launch,
  dir: string,
  baseUrl: string,
  settings: string,
): Program {
  const path = `${dir}/config.yaml`;
  Deno.writeTextFileSync(path, settings);
  return new Program({
    command: [...launch.command, "--stdio", "--config", path],
    env: envWithHome(dir, {
      OPENAI_API_KEY: "sk-e2e-0123456789",
      OPENAI_BASE_URL: baseUrl,
    }),
  });
}

const BACKGROUND = "responses: {background: always}\n";

/** How a program or its client goes away in the middle of a call. */
const ENDS: readonly [
  string,
  (program: Program, id: number) => Promise<void>,
][] = [
  ["is killed", async (program) => {
    program.kill("SIGKILL");
    await program.exit();
  }],
  ["is terminated", async (program) => {
    program.kill("SIGTERM");
    await program.exit();
  }],
  ["loses its client", async (program) => {
    await program.breakOutput();
    // The next sign of life finds nobody.
    await program.closeInput();
    program.kill("SIGHUP");
    await program.exit();
  }],
  ["is given up on by its client", async (program, requestId) => {
    const reason = "McpError: MCP error -32001: Request timed out";
    await program.notify("notifications/cancelled", { requestId, reason });
    await program.request("ping");
    await program.closeInput();
    await program.exit();
  }],
];

for (const launch of await everyLaunch()) {
  for (const [what, end] of ENDS) {
    Deno.test(`an answer is found again when the program ${what} (${launch.name})`, async () => {
      await using api = startFakeOpenAI();
      const dir = await Deno.makeTempDir();
      try {
        api.next({ paused: 6 });
        const first = start(launch, dir, api.baseUrl, BACKGROUND);
        const id = first.nextId();
        const lost = first.call("answer", QUESTION, id);
        lost.catch(() => undefined);
        const ledger = `${dir}/.local/state/openai-responses-mcp/answers.jsonl`;
        await until(PATIENCE_MS, "the ledger", () => {
          try {
            return Deno.readTextFileSync(ledger).endsWith("\n");
          } catch (error) {
            if (error instanceof Deno.errors.NotFound) return false;
            throw error;
          }
        });
        await end(first, id);
        assert.deepEqual(first.violations, []);

        await using second = start(launch, dir, api.baseUrl, BACKGROUND);
        const { data: { items } } = await second.call("answer_result", {});
        assert.ok(Array.isArray(items));
        const [{ response_id, status, question }] = items;
        assert.deepEqual([status, question], ["in_progress", QUESTION.query]);
        api.created[0]?.release();
        const found = await second.call("answer_result", { response_id });
        assert.match(String(found.data.answer), /Sources:/);
        assert.equal(found.data.status, undefined);
        assert.equal(api.created.length, 1);
        const paths = api.requests.map(({ path }) => path);
        assert.ok(paths.every((path) => !path.endsWith("/cancel")));
      } finally {
        await Deno.remove(dir, { recursive: true });
      }
    });
  }

  Deno.test(`a client that gives up soon gets in_progress before, and the answer by the next call (${launch.name})`, async () => {
    await using api = startFakeOpenAI();
    const dir = await Deno.makeTempDir();
    try {
      api.next({ paused: 6 });
      const settings = `${BACKGROUND}request: {answer_within_ms: 1500}\n`;
      await using program = start(launch, dir, api.baseUrl, settings);
      const late = await program.call("answer", QUESTION);
      assert.deepEqual([late.failed, late.data.status], [false, "in_progress"]);
      api.created[0]?.release();
      const { response_id } = late.data;
      const found = await program.call("answer_result", { response_id });
      assert.match(String(found.data.answer), /Sources:/);
      assert.equal(api.created.length, 1);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
}
