import assert from "node:assert/strict";
import type { Check } from "../../src/cli/_check.ts";
import { checkApi, checkBackground } from "../../src/cli/_check_answers.ts";
import { checkRuntime, checkTimeZone } from "../../src/cli/_check_machine.ts";
import { defaultConfig } from "../../src/config/draft.ts";
import {
  type Reason,
  ResponsesError,
} from "../../src/responses/responses_error.ts";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { ManualClock } from "../kit/manual_clock.ts";
import { type MainRun, runMain } from "../kit/run_main.ts";

const KEY = "sk-doctor-0123456789";

interface Diagnosis extends MainRun {
  /** By name; the last of several. */
  readonly checks: ReadonlyMap<string, Check>;
}

/** Runs `doctor --json` in a home of its own. */
async function diagnose(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Diagnosis> {
  const home = await Deno.makeTempDir({ prefix: "doctor-" });
  try {
    const run = await runMain(["doctor", "--json", ...args], {
      env: { HOME: home, ...env },
    });
    const { checks }: { checks: Check[] } = JSON.parse(run.stdout);
    assert.ok(!(run.stdout + run.stderr).includes(KEY), "no key is shown");
    return { ...run, checks: new Map(checks.map((each) => [each.name, each])) };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("doctor finds a machine in order, line by line", async () => {
  await using api = startFakeOpenAI({ apiKey: KEY });
  using root = makeManualRoot({ "guide/a.md": "# A\n", "guide/b.md": "# B\n" });
  const home = await Deno.makeTempDir({ prefix: "doctor-" });
  const env = {
    HOME: home,
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: api.baseUrl,
    MANUALS_ROOT: root.path,
  };
  const { code, stdout, stderr } = await runMain(["doctor"], { env });
  await Deno.remove(home, { recursive: true });
  assert.deepEqual([code, stderr], [0, ""]);
  const lines = stdout.trimEnd().split("\n");
  const names = lines.map((line) =>
    /^ok {4}(\S+(?: \S+)?) {2}/.exec(line)?.[1]
  );
  assert.deepEqual(names, [
    ...["runtime", "configuration", "key", "api", "background", "manuals"],
    ...["index cache", "state directory", "time zone"],
  ]);
  assert.match(stdout, /has gpt-5\.2\n/);
  assert.match(stdout, /1 manual, 2 files in /);
  assert.match(stdout, /responses\.background/);
  // Each model once, and nothing that costs.
  assert.deepEqual(
    api.requests.map(({ method, path }) => `${method} ${path}`),
    ["GET /v1/models/gpt-5.2"],
  );
});

Deno.test("doctor fails without a key, and asks nobody", async () => {
  await using api = startFakeOpenAI();
  const env = { OPENAI_BASE_URL: api.baseUrl };
  const { code, checks } = await diagnose(env);
  assert.deepEqual([code, checks.get("key")?.status], [1, "fail"]);
  assert.match(checks.get("key")?.message ?? "", /export OPENAI_API_KEY=/);
  assert.equal(checks.get("api"), undefined);
  assert.equal(api.requests.length, 0);
});

Deno.test("doctor needs no key where no tool asks", async () => {
  const { code, checks } = await diagnose({ ORMCP_SERVER_TOOLS: "manual" });
  assert.deepEqual([code, checks.get("key")?.status], [0, "ok"]);
});

Deno.test("doctor fails for a key that the API refuses, and asks once", async () => {
  await using api = startFakeOpenAI({ apiKey: "another" });
  const env = {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: api.baseUrl,
    MODEL_QUICK: "gpt-5.1",
  };
  const { code, checks } = await diagnose(env);
  assert.deepEqual([code, checks.get("api")?.status], [1, "fail"]);
  assert.match(checks.get("api")?.message ?? "", /refused the key.*\(401\)/);
  assert.equal(api.requests.length, 1);
});

Deno.test("doctor says what to check where nobody answers", async () => {
  const api = startFakeOpenAI();
  await api[Symbol.asyncDispose]();
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: api.baseUrl };
  const { code, checks } = await diagnose(env);
  assert.deepEqual([code, checks.get("api")?.status], [1, "fail"]);
  assert.match(
    checks.get("api")?.message ?? "",
    /^Cannot reach .*: check the network, the proxy and openai\.base_url/,
  );
});

Deno.test("doctor warns of a server that speaks of no models", async () => {
  await using api = startFakeOpenAI();
  const page = { contentType: "text/html", body: "<h1>Welcome</h1>" };
  api.always({ fault: { kind: "raw", ...page } });
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: api.baseUrl };
  const { code, checks } = await diagnose(env);
  assert.deepEqual([code, checks.get("api")?.status], [0, "warn"]);
  assert.match(checks.get("api")?.message ?? "", /check openai\.base_url/);
});

Deno.test("doctor warns of a model that will be shut down", async () => {
  const shutdownDates = { "gpt-5.1": "2099-12-11" };
  await using api = startFakeOpenAI({ shutdownDates });
  const env = {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: api.baseUrl,
    MODEL_QUICK: "gpt-5.1",
  };
  const { code, checks } = await diagnose(env);
  assert.deepEqual([code, checks.get("api")?.status], [0, "warn"]);
  assert.match(
    checks.get("api")?.message ?? "",
    /gpt-5\.1 will be shut down on 2099-12-11: .*model_profiles\.answer_quick/,
  );
});

Deno.test("checkApi() tells what fails from what only cannot be told", async () => {
  const openai = defaultConfig();
  const elsewhere = {
    ...openai,
    openai: { ...openai.openai, base_url: "http://localhost:1/v1" },
  };
  const cases: [Reason, number | undefined, boolean, Check["status"]][] = [
    ["network", undefined, true, "fail"],
    ["timeout", undefined, true, "fail"],
    ["authentication", 401, true, "fail"],
    ["authentication", 403, true, "warn"],
    ["model_not_found", 404, true, "fail"],
    ["model_not_found", 404, false, "warn"],
    ["upstream_error", 404, false, "warn"],
    ["upstream_error", 500, true, "warn"],
    ["rate_limited", 429, true, "warn"],
  ];
  for (const [reason, status, atOpenAI, wanted] of cases) {
    const detail = status === undefined ? {} : { status };
    const error = new ResponsesError(reason, "said so", { detail });
    const client = { findModel: () => Promise.reject(error) };
    const config = atOpenAI ? openai : elsewhere;
    const [found] = await Array.fromAsync(checkApi(config, client, 0));
    assert.equal(found?.status, wanted, `${reason} ${status} ${atOpenAI}`);
  }
});

Deno.test("doctor fails for a configuration that cannot be used, and shows no key in it", async () => {
  const path = await Deno.makeTempFile({ suffix: ".yaml" });
  const args = ["--config", path];
  await Deno.writeTextFile(path, "request: {timout_ms: 5}\n");
  const typo = await diagnose({}, args);
  assert.equal(typo.code, 1);
  assert.match(typo.checks.get("configuration")?.message ?? "", /timeout_ms/);
  await Deno.writeTextFile(path, `openai: {api_key: ${KEY}}\n`);
  assert.equal((await diagnose({ OPENAI_API_KEY: KEY }, args)).code, 1);
  await Deno.writeTextFile(
    path,
    "policy: {system: {source: file, path: no}}\n",
  );
  const policy = await diagnose({}, args);
  assert.deepEqual(
    [policy.code, policy.checks.get("configuration")?.status],
    [1, "fail"],
  );
  await Deno.remove(path);
  const gone = await diagnose({}, args);
  assert.match(gone.checks.get("configuration")?.message ?? "", /not exist/);
});

Deno.test("doctor tells of manuals that are not there, empty, or not all read", async () => {
  const none = await diagnose({ MANUALS_ROOT: "/no/such/root" });
  assert.equal(none.checks.get("manuals")?.status, "fail");
  assert.match(
    none.checks.get("manuals")?.message ?? "",
    /"\/no\/such\/root".*set MANUALS_ROOT or manuals\.root to a directory/,
  );
  using root = makeManualRoot({
    "a/a.md": "# A\n",
    "a/old.html": "x",
    "b/old.html": "x",
    "top.md": "# Top\n",
  });
  const some = await diagnose({ MANUALS_ROOT: root.path });
  assert.equal(some.checks.get("manuals")?.status, "warn");
  assert.match(
    some.checks.get("manuals")?.message ?? "",
    /^2 manuals, 1 file in .*nothing to read in b; .*1 \.md directly in the root.*2 \.html/,
  );
  const named = await diagnose({ ORMCP_MANUALS_PATHS: "docs=/no/such/docs" });
  assert.match(named.stdout, /"fail"[^}]*set manuals\.paths\.docs to/);
});

Deno.test("doctor warns where the program's own files cannot be written", async () => {
  const file = await Deno.makeTempFile();
  const env = { XDG_CACHE_HOME: file, XDG_STATE_HOME: file };
  const { checks } = await diagnose(env);
  await Deno.remove(file);
  assert.equal(checks.get("index cache")?.status, "warn");
  assert.equal(checks.get("state directory")?.status, "warn");
});

Deno.test("doctor leaves nothing in directories that it has tried", async () => {
  const home = await Deno.makeTempDir({ prefix: "doctor-" });
  await runMain(["doctor"], { env: { HOME: home } });
  const dirs = [".cache", ".local/state"]
    .map((dir) => `${home}/${dir}/openai-responses-mcp`);
  for (const dir of dirs) assert.deepEqual([...Deno.readDirSync(dir)], []);
  await Deno.remove(home, { recursive: true });
});

Deno.test("doctor refuses what it does not know", async () => {
  for (const wrong of ["now", "--jsn"]) {
    const { code, stdout, stderr } = await runMain(["doctor", wrong]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /\nUsage: openai-responses-mcp doctor \[--json\]\n$/);
  }
});

Deno.test("checkRuntime() refuses what is too old", () => {
  const statuses = ["Deno 2.9.0", "Deno 2.8.9", "Node 20.0.1", "Node 18.20.8"]
    .map((runtimeVersion) => checkRuntime({ runtimeVersion, os: "linux" }))
    .map(({ status }) => status);
  assert.deepEqual(statuses, ["ok", "fail", "ok", "fail"]);
});

Deno.test("checkTimeZone() tells the day there", () => {
  const clock = new ManualClock();
  const config = defaultConfig();
  const { message } = checkTimeZone(config, { clock });
  assert.match(message, /^Asia\/Tokyo, where today is 2026-11-16/);
  const policy = { ...config.policy, timezone: "auto" };
  const here = checkTimeZone({ policy }, { clock });
  assert.doesNotMatch(here.message, /this machine's/);
});

Deno.test("checkBackground() says why an answer may be lost, and what keeps it", () => {
  const config = defaultConfig();
  const responses = { ...config.responses, background: "never" } as const;
  const kept = checkBackground({ ...config, responses });
  assert.match(kept.message, /may be lost when .*background: auto/);
  const unstored = { ...responses, store: false };
  const lost = checkBackground({ ...config, responses: unstored });
  assert.match(lost.message, /responses\.store is false, so that .* kept$/);
});
