import assert from "node:assert/strict";
import { loadConfig } from "../../src/config/load.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { FileError } from "../../src/runtime/runtime.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { HOME, withYaml } from "../kit/with_yaml.ts";

Deno.test("manuals.paths are made absolute, by name", async () => {
  const env = { ...HOME, ORMCP_MANUALS_PATHS: "docs=a/b,api=~/api,c=/c" };
  const { config } = await loadConfig(fakeRuntime({ env }));
  const { docs, ...rest } = config.manuals.paths;
  assert.match(docs ?? "", /^\/.*\/?a\/b$/);
  assert.deepEqual(rest, { api: "/home/me/api", c: "/c" });
});

Deno.test("manuals.paths in YAML are relative to it", async () => {
  const yaml = "manuals: { paths: { docs: ./d } }\n";
  const { config } = await loadConfig(withYaml(yaml));
  assert.match(config.manuals.paths.docs ?? "", /openai-responses-mcp\/d$/);
  const here = await loadConfig(withYaml("manuals: { paths: { docs: . } }\n"));
  assert.match(
    here.config.manuals.paths.docs ?? "",
    /\/openai-responses-mcp\/\.$/,
  );
});

Deno.test("paths of manuals.engine in YAML are relative to it, addresses are left alone", async () => {
  const engineOf = async (uri: string) => {
    const engine = `{ kind: lancedb, uri: ${uri}, package_dir: ./parts }`;
    const yaml = `manuals: { engine: ${engine} }\n`;
    return (await loadConfig(withYaml(yaml))).config.manuals.engine;
  };
  const local = await engineOf("store");
  assert.match(local?.uri ?? "", /\/openai-responses-mcp\/store$/);
  assert.match(local?.package_dir ?? "", /\/openai-responses-mcp\/parts$/);
  for (const uri of ["s3://bucket/a", "db://name", "gs:other"]) {
    assert.equal((await engineOf(uri))?.uri, uri);
  }
});

Deno.test("manuals.paths refuse names that are no plain ones", async () => {
  for (const name of ["a/b", "manuals", ".git", "dir::x", "c:", "a\\b"]) {
    const env = {
      ...HOME,
      ORMCP_MANUALS_PATHS: JSON.stringify({ [name]: "/x" }),
    };
    await assert.rejects(loadConfig(fakeRuntime({ env })), {
      name: "ConfigError",
      message: /ORMCP_MANUALS_PATHS.*a plain name such as docs/,
    });
  }
});

Deno.test("a name of manuals.paths that is also in the root is refused with both", async () => {
  using root = makeManualRoot({ "docs/a.md": "", "api": "a file" });
  const env = new Map([
    ["MANUALS_ROOT", root.path],
    ["ORMCP_MANUALS_PATHS", "docs=/elsewhere,api=/api"],
  ]);
  const machine = { ...runtime, env: (name: string) => env.get(name) };
  const error = await loadConfig(machine).then(() => undefined, (e) => e);
  assert.deepEqual(error?.problems, [
    `ORMCP_MANUALS_PATHS: "docs" is /elsewhere, and ${root.path}/docs is a manual of that name in manuals.root: rename one of them`,
  ]);
});

Deno.test("a root that may not be looked at hides no name of manuals.paths", async () => {
  const machine = fakeRuntime({
    env: {
      ...HOME,
      MANUALS_ROOT: "/manuals",
      ORMCP_MANUALS_PATHS: "docs=/docs",
    },
  });
  const statSync = (path: string): undefined => {
    if (!path.startsWith("/manuals/")) return undefined;
    throw new FileError("denied", path, new Error("Permission denied"));
  };
  const files = { ...machine.files, statSync };
  const { config } = await loadConfig({ ...machine, files });
  assert.deepEqual(config.manuals.paths, { docs: "/docs" });
});
