import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { allTools } from "../../scripts/docs/tools.ts";
import { serverJsonProblems } from "../../scripts/registry/check_server_json.ts";
import { ENVIRONMENT } from "../../scripts/registry/environment.ts";
import { iconPng } from "../../scripts/registry/icon.ts";
import { bundleManifest } from "../../scripts/registry/manifest.ts";
import { serverJson } from "../../scripts/registry/server_json.ts";
import { environmentNames } from "../../scripts/docs/settings.ts";

const BUNDLE = { name: "x.mcpb", sha256: "0".repeat(64) };

Deno.test("serverJson() keeps the registry's rules and the one version", () => {
  const entry = serverJson(BUNDLE) as {
    version: string;
    packages: { version: string }[];
  };
  assert.deepEqual(serverJsonProblems(entry), []);
  assert.equal(entry.version, manifest.version);
  for (const { version } of entry.packages) {
    assert.equal(version, manifest.version);
  }
});

Deno.test("serverJsonProblems() finds what the registry refuses", () => {
  const entry = serverJson(BUNDLE);
  const planted = {
    ...entry,
    name: "no-namespace",
    description: "x".repeat(101),
    packages: [{
      registryType: "npm",
      identifier: "x",
      version: "latest",
      transport: { type: "pipe" },
    }],
  };
  const paths = serverJsonProblems(planted).map((line) => line.split(" ")[0]);
  assert.deepEqual(paths, [
    "name",
    "description",
    "packages.0.version",
    "packages.0.transport.type",
  ]);
});

Deno.test("bundleManifest() lists exactly the tools that can be on by default", () => {
  const { tools } = bundleManifest() as { tools: { name: string }[] };
  const off = ["iris", "search", "fetch"];
  const names = allTools().map(({ name }) => name)
    .filter((name) => !off.includes(name));
  assert.deepEqual(tools.map(({ name }) => name), names);
});

Deno.test("bundleManifest() hands on each variable that it asks for", () => {
  const { server, user_config } = bundleManifest() as {
    server: { mcp_config: { env: Record<string, string> } };
    user_config: Record<string, unknown>;
  };
  for (const [name, value] of Object.entries(server.mcp_config.env)) {
    const [, key = ""] = /^\$\{user_config\.(\w+)\}$/.exec(value) ?? [];
    assert.ok(key in user_config, `${name}: ${value}`);
  }
});

Deno.test("installers ask only for variables that the server reads", () => {
  const known = environmentNames();
  for (const { name } of ENVIRONMENT) assert.ok(known.has(name), name);
});

Deno.test("iconPng() is a square PNG with the size and the checks of its header", async () => {
  const bytes = await iconPng();
  assert.equal(bytes.subarray(1, 4).toHex(), "504e47");
  const view = new DataView(bytes.buffer);
  assert.deepEqual([view.getUint32(16), view.getUint32(20)], [512, 512]);
  // IEND is always the same, its check included.
  assert.equal(bytes.subarray(-8).toHex(), "49454e44ae426082");
});

Deno.test("plugin has the one version and starts this source with the one Deno", async () => {
  const url = new URL("../../.claude-plugin/plugin.json", import.meta.url);
  const { version, mcpServers } = JSON.parse(await Deno.readTextFile(url));
  assert.equal(version, manifest.version);
  const { command, args } = mcpServers["openai-responses"];
  const line = [command, ...args].join(" ");
  const program = "${CLAUDE_PLUGIN_ROOT}/mod.ts --stdio";
  assert.equal(line, `npx -y deno@2.9.6 run -A ${program}`);
});
