import assert from "node:assert/strict";
import { ConfigError } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";

const FILE = "/home/me/.config/openai-responses-mcp/config.yaml";

function load(yaml: string): ReturnType<typeof loadConfig> {
  return loadConfig(fakeRuntime({ files: { [FILE]: yaml } }));
}

Deno.test("loadConfig() refuses aliases that multiply", async () => {
  const levels = Array.from(
    { length: 30 },
    (_, i) =>
      i === 0 ? "a0: &a0 [x, x]" : `a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`,
  );
  await assert.rejects(load(levels.join("\n")), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    assert.match(error.message, /not usable YAML/);
    return true;
  });
});

Deno.test("loadConfig() refuses nesting without end", async () => {
  for (const depth of [1000, 100_000]) {
    const flow = "a: " + "[".repeat(depth) + "]".repeat(depth);
    await assert.rejects(load(flow), ConfigError, `flow ${depth}`);
  }
  const block = Array.from({ length: 3000 }, (_, i) => `${" ".repeat(i)}a:`);
  await assert.rejects(load(block.join("\n")), ConfigError);
});

Deno.test("loadConfig() refuses an alias of what holds it", async () => {
  await assert.rejects(load("server: &a {tools: [*a]}\n"), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    assert.match(error.message, /server\.tools\.0 is an alias of something/);
    return true;
  });
});

Deno.test("loadConfig() lets no YAML reach a prototype", async () => {
  for (
    const yaml of [
      "__proto__: {polluted: true}\n",
      "server: {__proto__: {polluted: true}}\n",
      "constructor: {prototype: {polluted: true}}\n",
      "model_profiles: {__proto__: {model: x, polluted: true}}\n",
      "<<: {__proto__: {polluted: true}}\n",
    ]
  ) {
    await assert.rejects(load(yaml), ConfigError, yaml);
    assert.equal("polluted" in {}, false, yaml);
  }
  for (const name of ["__proto__", "constructor", "toString"]) {
    const unknown = new RegExp(`: ${name} is not a known key`);
    await assert.rejects(load(`${name}: {}`), unknown);
  }
});
