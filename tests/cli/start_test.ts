import assert from "node:assert/strict";
import { main } from "../../src/main.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Runtime } from "../../src/runtime/runtime.ts";

/** Runs the program with a configuration; gives its exit code and its words. */
async function start(
  yaml: string,
  args: readonly string[] = ["--stdio"],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stderr: string }> {
  const path = Deno.makeTempFileSync({ suffix: ".yaml" });
  Deno.writeTextFileSync(path, yaml);
  let stderr = "";
  const machine: Runtime = {
    ...runtime,
    args: ["--config", path, ...args],
    env: (name) => env[name],
    isTerminal: () => false,
    openStdin: () => new Blob([]).stream(),
    openStdout: () => new WritableStream<Uint8Array>().getWriter(),
    writeStderr: (text) => void (stderr += text),
    openStderr: () => ({
      write(bytes): Promise<void> {
        stderr += new TextDecoder().decode(bytes);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    }),
    onSignal: () => () => {},
  };
  const code = await main(machine);
  Deno.removeSync(path);
  return { code, stderr };
}

/** Serves a client that sends one ping, in debug mode. */
async function debug(
  yaml: string,
  write: (bytes: Uint8Array) => Promise<void>,
  clock: Runtime["clock"] = runtime.clock,
): Promise<number> {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  const path = Deno.makeTempFileSync({ suffix: ".yaml" });
  Deno.writeTextFileSync(path, yaml);
  const code = await main({
    ...runtime,
    clock,
    args: ["--stdio", "--debug", "--config", path],
    env: () => undefined,
    isTerminal: () => false,
    openStdin: () => new Blob([ping]).stream(),
    openStdout: () => new WritableStream<Uint8Array>().getWriter(),
    openStderr: () => ({ write, close: () => Promise.resolve() }),
    onSignal: () => () => {},
  });
  Deno.removeSync(path);
  return code;
}

Deno.test("main() ends when its debug lines have been written, bodies when asked for", async () => {
  for (const bodies of [false, true]) {
    let log = "";
    const code = await debug(
      `server: { debug_bodies: ${bodies} }\n`,
      async (bytes) => {
        await new Promise((resolve) => setTimeout(resolve));
        log += new TextDecoder().decode(bytes);
      },
    );
    assert.equal(code, 0);
    assert.match(log, /recv method=ping id=1\n[\s\S]*end: eof\n$/);
    assert.equal(log.includes('send json={"jsonrpc"'), bodies);
  }
});

Deno.test("main() mirrors its debug lines to server.debug_file, for their owner only", async () => {
  const directory = Deno.makeTempDirSync();
  const file = `${directory}/debug.log`;
  const yaml = `server: { debug_file: ${JSON.stringify(file)} }\n`;
  assert.equal(await debug(yaml, () => Promise.resolve()), 0);
  assert.match(Deno.readTextFileSync(file), /recv method=ping id=1\n/);
  if (Deno.build.os !== "windows") {
    assert.equal((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
  }
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("main() ends when nobody reads its debug lines", async () => {
  const never = (): Promise<void> => new Promise(() => {});
  // Its parent is looked after every second.
  const after = (ms: number, run: () => void): () => void => {
    if (ms < 1000) queueMicrotask(run);
    return () => {};
  };
  const code = await debug("", never, { ...runtime.clock, after });
  assert.equal(code, 0);
});

Deno.test("main() logs a served message only if server.debug says so", async () => {
  for (const on of [false, true]) {
    const { code, stderr } = await start(`server: { debug: ${on} }\n`);
    assert.equal(code, 0);
    assert.equal(stderr.includes("end: eof"), on);
  }
});

Deno.test("main() warns of a key that no longer exists, and serves", async () => {
  const { code, stderr } = await start("server: { transport: stdio }\n");
  assert.equal(code, 0);
  assert.match(stderr, /server\.transport no longer exists and is ignored/);
});

Deno.test("main() refuses a policy file that cannot be read before it serves", async () => {
  const system = "{ source: file, path: /no/such/policy.md }";
  const { code, stderr } = await start(`policy: { system: ${system} }\n`);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /^openai-responses-mcp: Cannot read policy file \/no\/such\/policy\.md .*not found; correct the path/,
  );
});

Deno.test("main() shows the new keys and never the value of a header", async () => {
  const yaml = `openai:
  organization: org-1
  headers: { X-Plain: on, X-Token: "Bearer \${TOKEN}" }
search: { tool: none }
`;
  const env = {
    TOKEN: "not-to-be-seen",
    ORMCP_POLICY_TIMEZONE: "auto",
    OPENAI_PROJECT_ID: "not-to-be-seen",
  };
  const { code, stderr } = await start(yaml, ["--show-config"], env);
  assert.equal(code, 0);
  const { effective, sources } = JSON.parse(stderr);
  assert.deepEqual(effective.openai.headers, {
    "X-Plain": "[redacted]",
    "X-Token": "[redacted]",
  });
  assert.equal(effective.openai.organization, "org-1");
  assert.equal(effective.openai.project, "[redacted]");
  assert.equal(effective.policy.timezone, "auto");
  assert.equal(effective.search.tool, "none");
  assert.equal(sources.keys["openai.headers"], "yaml:3:3");
  assert.equal(sources.keys["policy.timezone"], "env:ORMCP_POLICY_TIMEZONE");
  assert.doesNotMatch(stderr, /not-to-be-seen|Bearer/);
  const failed = await start(yaml, ["--show-config"], {});
  assert.equal(failed.code, 2);
  assert.match(failed.stderr, /X-Token needs the variable TOKEN/);
});

Deno.test("main() shows the configuration when the file says so, without the key", async () => {
  const yaml =
    "openai: { api_key_env: MY_KEY }\nserver: { show_config_on_start: true }\n";
  const secret = "plain-words-for-a-key";
  const env = { MY_KEY: secret, MODEL_ANSWER: secret };
  for (const args of [["--stdio"], ["--show-config"]]) {
    const { code, stderr } = await start(yaml, args, env);
    assert.equal(code, 0);
    const { effective } = JSON.parse(stderr);
    assert.equal(effective.openai.api_key_env, "MY_KEY");
    assert.equal(effective.model_profiles.answer.model, "[redacted]");
  }
});
