import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { makeManualRoot } from "../kit/manual_root.ts";
import { request } from "../kit/bytes.ts";
import { ChildProcess, type Ended, spawn } from "../kit/child_process.ts";
import { cleanEnv, everyLaunch, type Launch } from "../kit/launch.ts";

async function run(
  program: Launch,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  await using process = spawn(program, { args, env });
  await process.end();
  return await process.ended();
}

for (const program of await everyLaunch()) {
  Deno.test(`program prints its version and its usage (${program.name})`, async () => {
    const version = await run(program, ["--version"]);
    assert.deepEqual(version, {
      code: 0,
      signal: null,
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
    const help = await run(program, ["--help"]);
    assert.match(help.stdout, /^openai-responses-mcp .*\n\nUsage:\n/);
    assert.deepEqual([help.code, help.stderr], [0, ""]);
  });

  Deno.test(`program refuses an unknown option with exit code 2 (${program.name})`, async () => {
    const { code, stdout, stderr } = await run(program, ["--sdtio"]);
    assert.match(stderr, /Unknown option --sdtio; did you mean --stdio\?/);
    assert.deepEqual([code, stdout], [2, ""]);
  });

  Deno.test(`program refuses a missing or invalid configuration with exit code 2 (${program.name})`, async () => {
    const missing = await run(program, [
      "--stdio",
      "--config",
      "/no/such.yaml",
    ]);
    assert.match(missing.stderr, /\/no\/such\.yaml/);
    assert.deepEqual([missing.code, missing.stdout], [2, ""]);

    const path = await Deno.makeTempFile({ suffix: ".yaml" });
    await Deno.writeTextFile(path, "request:\n  timout_ms: 5\n");
    const invalid = await run(program, ["--stdio", "--config", path]);
    await Deno.remove(path);
    assert.match(invalid.stderr, /timout_ms.*timeout_ms/);
    assert(invalid.stderr.includes(path));
    assert.deepEqual([invalid.code, invalid.stdout], [2, ""]);

    const variable = await run(program, ["--stdio"], {
      OPENAI_MAX_RETRIES: "x",
    });
    assert.match(variable.stderr, /OPENAI_MAX_RETRIES/);
    assert.deepEqual([variable.code, variable.stdout], [2, ""]);
  });

  Deno.test(`program ends without a word when nobody reads on (${program.name})`, async () => {
    // Far more than a pipe holds, so that the write is still under way.
    using root = makeManualRoot({ "guide/a.md": "\u0001".repeat(50_000) });
    const page = ["scan", "guide", "a.md", "--max-chars", "50000", "--json"];
    const args = ["manuals", "--root", root.path, ...page];
    await using process = spawn(program, { args });
    await process.output("manual_id");
    await process.breakOutput();
    const { code, stderr } = await process.ended();
    assert.deepEqual([code, stderr], [1, ""]);
  });

  Deno.test(`program prints all of what a pipe cannot hold at once (${program.name})`, async () => {
    const text = "あ".repeat(49_999) + "終";
    using root = makeManualRoot({ "guide/a.md": text });
    const page = ["scan", "guide", "a.md", "--max-chars", "50000"];
    const args = ["manuals", "--root", root.path, ...page];
    await using process = spawn(program, { args });
    await process.output("終");
    const { code, stdout, stderr } = await process.ended();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.ok(stdout === text, `${stdout.length} characters`);
  });

  Deno.test({
    name: `program serves when its log cannot be written (${program.name})`,
    ignore: Deno.build.os !== "linux",
    async fn(): Promise<void> {
      // A client keeps the log in a file, and its disk is full.
      const command = ["sh", "-c", 'exec "$0" "$@" 2>/dev/full'];
      const started = [...program.command, "--stdio"];
      // Not for this program, which it warns of.
      const env = cleanEnv({ DEBUG: "express" });
      await using process = new ChildProcess({
        command: [...command, ...started],
        env,
      });
      await process.write(`${request(1, "ping")}\n`);
      await process.end();
      const { code, stdout } = await process.ended();
      assert.deepEqual([code, stdout], [
        0,
        '{"jsonrpc":"2.0","id":1,"result":{}}\n',
      ]);
    },
  });
}
