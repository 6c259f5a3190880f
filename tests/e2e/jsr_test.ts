import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import manifest from "../../deno.json" with { type: "json" };
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { type JsrRegistry, startJsrRegistry } from "../kit/jsr_registry.ts";
import { envWithHome, type Launch } from "../kit/launch.ts";
import { serveHttp } from "../kit/http_program.ts";
import { connectHttp } from "../kit/official_client.ts";
import { Program } from "../kit/program.ts";

const imports: Readonly<Record<string, string>> = manifest.imports;
const NAME = `jsr:${manifest.name}`;
const FIND = {
  manual_id: "guide",
  query: "how to install",
  required_terms: ["install"],
};

interface Machine extends AsyncDisposable {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The packages of npm that it has by now. */
  packages(): string[];
}

/**
 * A machine that knows nothing of this package: a home and a cache of its own.
 * These packages of npm are already in it, for tests reach loopback only.
 */
async function freshMachine(
  registry: JsrRegistry,
  ...packages: readonly string[]
): Promise<Machine> {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "jsr-" }));
  const env = envWithHome(home, { JSR_URL: registry.url });
  const [npm] = [...Deno.readDirSync(`${env.DENO_DIR}/npm`)]
    .filter(({ isDirectory }) => isDirectory);
  const cached = `${home}/deno/npm/${npm?.name}`;
  await Deno.mkdir(cached, { recursive: true });
  for (const name of packages) {
    const version = imports[name]?.split("@")[1] ?? "";
    const known = `${env.DENO_DIR}/npm/${npm?.name}/${name}/${version}`;
    await cp(known, `${cached}/${name}/${version}`, { recursive: true });
    const about = {
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { version, dist: { tarball: "unused:" } } },
      time: { [version]: "2026-01-01T00:00:00.000Z" },
      "_deno.packumentFormat": "full",
    };
    const path = `${cached}/${name}/registry.json`;
    await Deno.writeTextFile(path, JSON.stringify(about));
  }
  await Deno.mkdir(`${home}/manuals/guide`, { recursive: true });
  await Deno.writeTextFile(
    `${home}/manuals/guide/install.md`,
    "# Install\n\nHow to install it: run the installer.\n",
  );
  return {
    home,
    env: { ...env, DENO_DIR: `${home}/deno` },
    packages: () => [...Deno.readDirSync(cached)].map(({ name }) => name),
    [Symbol.asyncDispose]: () => Deno.remove(home, { recursive: true }),
  };
}

function command(...args: string[]): string[] {
  // Here, where the package's own configuration is, Deno would take its files.
  return [Deno.execPath(), "run", "-qA", "--no-config", NAME, ...args];
}

Deno.test("program runs from JSR: answers, manuals and the configuration file", async () => {
  await using registry = await startJsrRegistry();
  await using machine = await freshMachine(registry, "openai", "yaml");
  await using api = startFakeOpenAI();
  const config = `${machine.home}/config.yaml`;
  await Deno.writeTextFile(
    config,
    `manuals:\n  root: ${machine.home}/manuals\n`,
  );
  await using client = new Program({
    command: command("--stdio", "--config", config),
    env: {
      ...machine.env,
      OPENAI_API_KEY: "sk-e2e-0123456789",
      OPENAI_BASE_URL: api.baseUrl,
    },
  });
  const { serverInfo } = await client.initialize();
  assert.equal((serverInfo as { version: string }).version, manifest.version);
  const answer = await client.call("answer", { query: "HTTP 404?" });
  assert.ok(!answer.failed, JSON.stringify(answer.data));
  await client.call("manual_ls", {});
  const found = await client.call("manual_find", FIND);
  assert.equal(found.data.candidates, 1, JSON.stringify(found.data));
  const { code } = await client.close();
  assert.equal(code, 0);
  assert.deepEqual(machine.packages().sort(), ["openai", "yaml"]);
  assert.deepEqual(registry.missed, []);
});

Deno.test("program runs from JSR with the rights that README.md gives it", async () => {
  await using registry = await startJsrRegistry();
  await using machine = await freshMachine(registry, "openai");
  await using api = startFakeOpenAI();
  const { home } = machine;
  const cache = `${home}/.cache/openai-responses-mcp`;
  const config = `${home}/.config/openai-responses-mcp`;
  const rights = [
    "--allow-env",
    "--allow-net=127.0.0.1",
    `--allow-read=${home}/manuals,${config},${cache}`,
    `--allow-write=${cache}`,
  ];
  const [program = "", run = "", , ...rest] = command("--stdio");
  await using client = new Program({
    command: [program, run, "-q", "--no-prompt", ...rights, ...rest],
    env: {
      ...machine.env,
      OPENAI_API_KEY: "sk-e2e-0123456789",
      OPENAI_BASE_URL: api.baseUrl,
      MANUALS_ROOT: `${home}/manuals`,
    },
  });
  await client.initialize();
  const answer = await client.call("answer", { query: "HTTP 404?" });
  assert.ok(!answer.failed, JSON.stringify(answer.data));
  await client.call("manual_ls", {});
  const found = await client.call("manual_find", FIND);
  assert.equal(found.data.candidates, 1, JSON.stringify(found.data));
  const { code, stderr } = await client.close();
  assert.deepEqual([code, stderr], [0, ""]);
});

Deno.test("program from JSR says what it could not load", async () => {
  await using registry = await startJsrRegistry();
  await using machine = await freshMachine(registry);
  const config = `${machine.home}/config.yaml`;
  await Deno.writeTextFile(config, "request: { max_retries: 1 }\n");
  const [program = "", ...args] = command("--stdio", "--config", config);
  const { code, stderr } = await new Deno.Command(program, {
    args,
    env: { ...machine.env, NPM_CONFIG_REGISTRY: "http://127.0.0.1:9/" },
    clearEnv: true,
  }).output();
  const said = new TextDecoder().decode(stderr);
  assert.match(said, /^openai-responses-mcp: Cannot load a part.*yaml/);
  assert.equal(code, 1);
});

Deno.test("program serves HTTP from JSR, and searches in its workers", async () => {
  await using registry = await startJsrRegistry();
  await using machine = await freshMachine(registry, "jose", "yaml");
  const launch: Launch = { name: "Deno", command: command() };
  await using server = await serveHttp(launch, {
    env: { ...machine.env, MANUALS_ROOT: `${machine.home}/manuals` },
  });
  await using client = await connectHttp("2 pinned", server.url);
  const found = await client.call("manual_find", FIND);
  assert.match(found.content[0]?.text ?? "", /"path":"install\.md"/);
  assert.deepEqual(registry.missed, []);
});

Deno.test("command line runs from JSR", async () => {
  await using registry = await startJsrRegistry();
  await using machine = await freshMachine(registry);
  const [program = "", ...args] = command(
    ...["manuals", "find", "--root", `${machine.home}/manuals`],
    ...["guide", "how to install"],
  );
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    env: machine.env,
    clearEnv: true,
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  assert.match(new TextDecoder().decode(stdout), /install\.md/);
  assert.deepEqual(machine.packages(), []);
});

Deno.test("library can be imported from JSR by every sub-path", async () => {
  await using registry = await startJsrRegistry();
  await using machine = await freshMachine(registry, "openai", "yaml", "jose");
  const specifiers = Object.keys(manifest.exports)
    .map((path) => NAME + path.slice(1));
  const code = specifiers.map((one) => `await import("${one}");`).join("\n");
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-config", code],
    env: machine.env,
    clearEnv: true,
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});
