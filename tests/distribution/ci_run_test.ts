import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const CI_RUN = fileURLToPath(new URL("../../.ci/run", import.meta.url));

/** What the script makes of what the tests and the other gates print. */
async function runWith(
  tests: { readonly says: string; readonly code: number },
  gates: { readonly says: string; readonly code: number },
  env: Readonly<Record<string, string>> = {},
): Promise<{ last: string; success: boolean }> {
  const bin = await Deno.makeTempDir({ prefix: "ci-run-" });
  try {
    const npx = `#!/usr/bin/env bash
if [ "$4" != ok ]; then
  [ -f mod.ts ] && [ -z "\${DENO_DIR:-}\${OPENAI_API_KEY:-}" ] && [ -z "$(ls -A "$HOME")" ] || exit 3
fi
if [ "$4" = demo ]; then exit \${DEMO_CODE:-0}; fi
if [ "$4" = test ]; then echo '${tests.says}'; exit ${tests.code}; fi
echo '${gates.says}'; exit ${gates.code}
`;
    await Deno.writeTextFile(`${bin}/npx`, npx, { mode: 0o755 });
    const run = new Deno.Command("bash", {
      args: [CI_RUN],
      env: { ...env, PATH: `${bin}:${Deno.env.get("PATH")}` },
    });
    const { success, stdout } = await run.output();
    const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
    return { last: lines.at(-1) ?? "", success };
  } finally {
    await Deno.remove(bin, { recursive: true });
  }
}

const GATES = { says: "13 passed, 0 failed", code: 0 };
const ignore = Deno.build.os === "windows";

Deno.test({
  name: ".ci/run adds up the tests and the other gates",
  ignore,
  async fn() {
    const good = { says: "ok | 7 passed | 0 failed (1s)", code: 0 };
    assert.deepEqual(await runWith(good, GATES), {
      last: "21 passed, 0 failed",
      success: true,
    });
    const bad = { says: "FAILED | 5 passed | 2 failed (1s)", code: 1 };
    assert.deepEqual(await runWith(bad, GATES), {
      last: "19 passed, 2 failed",
      success: false,
    });
    assert.deepEqual(
      await runWith(good, { says: "11 passed, 2 failed", code: 1 }),
      { last: "19 passed, 2 failed", success: false },
    );
  },
});

Deno.test({
  name: ".ci/run counts what broke before it could count as one failure",
  ignore,
  async fn() {
    const broken = { says: "error: Type checking failed.", code: 1 };
    assert.deepEqual(await runWith(broken, GATES), {
      last: "14 passed, 1 failed",
      success: false,
    });
    const good = { says: "ok | 7 passed | 0 failed (1s)", code: 0 };
    assert.deepEqual(await runWith(good, { says: "npm error", code: 1 }), {
      last: "8 passed, 1 failed",
      success: false,
    });
  },
});

Deno.test({
  name: ".ci/run takes no silence and no run without tests for success",
  ignore,
  async fn() {
    const good = { says: "ok | 7 passed | 0 failed (1s)", code: 0 };
    const empty = { says: "ok | 0 passed | 0 failed (1s)", code: 0 };
    const silent = { says: "", code: 0 };
    const liar = { says: "ok | 7 passed | 0 failed (1s)", code: 1 };
    const failing = { last: "14 passed, 1 failed", success: false };
    assert.deepEqual(await runWith(empty, GATES), failing);
    assert.deepEqual(await runWith(silent, GATES), failing);
    assert.deepEqual(await runWith(liar, GATES), {
      last: "21 passed, 1 failed",
      success: false,
    });
    assert.deepEqual(await runWith(good, silent), {
      last: "8 passed, 1 failed",
      success: false,
    });
    const gates = { says: "13 passed, 0 failed", code: 1 };
    assert.deepEqual(await runWith(good, gates), {
      last: "21 passed, 1 failed",
      success: false,
    });
  },
});

Deno.test({
  name: ".ci/run keeps a key of its caller away from the README's commands",
  ignore,
  async fn() {
    const good = { says: "ok | 7 passed | 0 failed (1s)", code: 0 };
    const env = { OPENAI_API_KEY: "sk-somebody" };
    assert.deepEqual(await runWith(good, GATES, env), {
      last: "21 passed, 0 failed",
      success: true,
    });
  },
});

Deno.test({
  name: ".ci/run runs the README's commands in a copy, with an empty home",
  ignore,
  async fn() {
    const good = {
      says: "ok | 7 passed | 0 failed (1s)",
      code: 0,
    };
    assert.deepEqual(await runWith(good, GATES, { DEMO_CODE: "1" }), {
      last: "20 passed, 1 failed",
      success: false,
    });
    // The fake speaks only where the program and no cache is.
    const here = { DENO_DIR: "/somewhere" };
    assert.deepEqual(await runWith(good, GATES, here), {
      last: "21 passed, 0 failed",
      success: true,
    });
  },
});
