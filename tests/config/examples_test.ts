import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { defaultConfig, forEachSetting } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";

const EXAMPLE = new URL("../../config/config.yaml.example", import.meta.url);

Deno.test("config.yaml.example loads and says nothing but the defaults", async () => {
  const text = await Deno.readTextFile(EXAMPLE);
  const runtime = fakeRuntime({ files: { "/c.yaml": text } });
  const { config, warnings } = await loadConfig(runtime, { config: "/c.yaml" });
  assert.deepEqual(config, defaultConfig());
  assert.deepEqual(warnings, []);
});

Deno.test("config.yaml.example shows and explains every key", async () => {
  const text = await Deno.readTextFile(EXAMPLE);
  forEachSetting(SETTINGS, (path, setting) => {
    const [word = ""] = setting.description.split(" ");
    const key = new RegExp(`# ${word}[^]*?\\n *${path.at(-1)}:`);
    assert.match(text, key, path.join("."));
  });
});

Deno.test("policy.md.example can be used as a policy file", async () => {
  const url = new URL("../../config/policy.md.example", import.meta.url);
  const { loadPolicy } = await import("../../src/policy/load_policy.ts");
  const policy = loadPolicy(
    { source: "file", path: fileURLToPath(url), merge: "append" },
    { readTrustedSync: (path) => Deno.readFileSync(path) },
  );
  assert.match(policy, /House rules for the model/);
});
