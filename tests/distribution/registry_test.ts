import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { allTools } from "../../scripts/docs/tools.ts";
import { serverJsonProblems } from "../../scripts/registry/check_server_json.ts";
import { ENVIRONMENT } from "../../scripts/registry/environment.ts";
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
  const names = allTools().map(({ name }) => name)
    .filter((name) => name !== "iris");
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
