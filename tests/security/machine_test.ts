import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { makeManualRoot } from "../kit/manual_root.ts";
import { request } from "../kit/bytes.ts";
import { spawn } from "../kit/child_process.ts";
import { everyLaunch, type Launch, onDeno, onDenoWith } from "../kit/launch.ts";
import { walk } from "../kit/walk.ts";

const KEY = "sk-security-0123456789abcdef";
const FIND = {
  name: "manual_find",
  arguments: {
    query: "returns",
    manual_id: "guide",
    required_terms: ["returns"],
  },
};
const MANUAL = { "guide/a.md": "# Returns\nReturns take 30 days.\n" };

/** Lists, searches, and ends; gives all that was written to the pipes. */
async function search(
  program: Launch,
  cache: string,
  env: Record<string, string>,
): Promise<string> {
  // Not by XDG_CACHE_HOME: that would move the cache of Deno itself, too.
  const config = `${cache}.yaml`;
  Deno.writeTextFileSync(config, `manuals: {cache_dir: ${cache}}\n`);
  const args = ["--stdio", "--config", config];
  await using server = spawn(program, { args, env });
  const ls = { name: "manual_ls", arguments: {} };
  await server.write(`${request(1, "tools/call", ls)}\n`);
  await server.output('"id":1');
  await server.write(`${request(2, "tools/call", FIND)}\n`);
  await server.output('"id":2');
  // Written after the answer; the end of input would stop it.
  while (!walk(cache).some((path) => path.endsWith(".index"))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await server.end();
  const { code, stdout, stderr } = await server.ended();
  assert.equal(code, 0, stderr);
  return stdout + stderr;
}

function modeOf(path: string): string {
  return ((Deno.statSync(path).mode ?? 0) & 0o777).toString(8);
}

for (const program of await everyLaunch()) {
  Deno.test(`program writes files for its owner only, without the key, as ${program.name}`, async () => {
    using root = makeManualRoot(MANUAL);
    using home = makeManualRoot();
    const cache = `${home.path}/cache`;
    const log = `${home.path}/debug.log`;
    const shown = await search(program, cache, {
      OPENAI_API_KEY: KEY,
      MANUALS_ROOT: root.path,
      DEBUG: log,
    });
    const indexes = walk(cache).map((path) => `${cache}/${path}`);
    assert.equal(indexes.length, 1, String(indexes));
    for (const path of [log, ...indexes]) {
      assert.equal(modeOf(path), "600", path);
      const text = new TextDecoder().decode(Deno.readFileSync(path));
      assert.equal(text.includes(KEY), false, path);
    }
    assert.equal(modeOf(cache), "700");
    assert.equal(shown.includes(KEY), false, shown);
  });
}

Deno.test("manual tools work without network, processes or write access beyond the cache", async () => {
  using root = makeManualRoot(MANUAL);
  using home = makeManualRoot();
  const project = fileURLToPath(new URL("../../", import.meta.url));
  const shown = await search(
    onDenoWith(
      "--allow-env",
      `--allow-read=${root.path},${home.path},${project}`,
      `--allow-write=${home.path}`,
    ),
    `${home.path}/cache`,
    { MANUALS_ROOT: root.path },
  );
  assert.match(shown, /"status\\":\\"required_effective/);
  assert.equal(walk(`${home.path}/cache`).length, 1);
});

Deno.test("program hides a key of any form that was put into the wrong variable", async () => {
  const key = "gateway-key-without-prefix";
  const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: key };
  await using server = spawn(onDeno(), { env });
  const { code, stderr } = await server.ended();
  assert.equal(code, 2);
  assert.match(stderr, /OPENAI_BASE_URL is "\[redacted\]"/);
});

Deno.test("--show-config shows no key, wherever it was put", async () => {
  const env = { OPENAI_API_KEY: KEY, MODEL_ANSWER: KEY };
  await using server = spawn(onDeno(), { args: ["--show-config"], env });
  const { code, stdout, stderr } = await server.ended();
  assert.equal(code, 0);
  assert.match(stderr, /"model": "\[redacted\]"/);
  assert.equal((stdout + stderr).includes(KEY), false);
});
