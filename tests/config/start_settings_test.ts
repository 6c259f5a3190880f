import assert from "node:assert/strict";
import { completeConfig, forEachSetting } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { PROFILE_ENV } from "../../src/config/sections/model_profiles.ts";
import { plainConfig } from "../../src/config/start_settings.ts";
import { FileError } from "../../src/runtime/runtime.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";

const HOME = "/home/me";

Deno.test("plainConfig() is what loadConfig() gives when nothing is configured", async () => {
  const machines = [
    { HOME },
    { HOME, OPENAI_API_KEY: "key", MCP_LINE_MODE: "1", PATH: "/bin" },
    { HOME, MCP_LINE_MODE: "0" },
    { HOME, MANUALS_ROOT: "/manuals" },
    { HOME, MANUALS_ROOT: "" },
    {},
  ];
  for (const env of machines) {
    const runtime = fakeRuntime({ env });
    const plain = plainConfig(runtime);
    assert.ok(plain, JSON.stringify(env));
    const { config } = await loadConfig(runtime);
    assert.deepEqual(completeConfig(plain), config);
  }
});

Deno.test("plainConfig() leaves a root that has to be resolved to loadConfig()", () => {
  for (const MANUALS_ROOT of ["~/manuals", "./manuals", "C:\\manuals"]) {
    const runtime = fakeRuntime({ env: { HOME, MANUALS_ROOT } });
    assert.equal(plainConfig(runtime), undefined, MANUALS_ROOT);
  }
});

Deno.test("plainConfig() leaves every variable but the manuals' root to loadConfig()", () => {
  const names = new Set(["REQUERY_ATTEMPTS", ...Object.keys(PROFILE_ENV)]);
  forEachSetting(SETTINGS, (_, { env }) => env && names.add(env));
  names.delete("MANUALS_ROOT");
  for (const name of names) {
    const runtime = fakeRuntime({ env: { HOME, [name]: "1" } });
    assert.equal(plainConfig(runtime), undefined, name);
  }
  // Windows does not tell upper from lower case.
  const lower = fakeRuntime({ env: { HOME, openai_base_url: "http://x" } });
  assert.equal(plainConfig(lower), undefined, "openai_base_url");
  const runtime = fakeRuntime({ env: { HOME, MCP_LINE_MODE: "yes" } });
  assert.equal(plainConfig(runtime), undefined, "MCP_LINE_MODE");
});

Deno.test("plainConfig() leaves a file, and one that it may not look at, to loadConfig()", () => {
  const path = `${HOME}/.config/openai-responses-mcp/config.yaml`;
  const there = fakeRuntime({ env: { HOME }, files: { [path]: "" } });
  assert.equal(plainConfig(there), undefined);
  const statSync = (): never => {
    throw new FileError("denied", path, new Error("Not permitted"));
  };
  const denied = { ...fakeRuntime({ env: { HOME } }), files: { statSync } };
  assert.equal(plainConfig(denied), undefined);
});

Deno.test("plainConfig() does not trust an environment that it cannot list", () => {
  const runtime = fakeRuntime({ env: { HOME } });
  const unlisted = { ...runtime, envNames: () => undefined };
  assert.equal(plainConfig(unlisted), undefined);
});
