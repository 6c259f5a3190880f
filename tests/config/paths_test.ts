import assert from "node:assert/strict";
import {
  defaultCacheDirectory,
  defaultConfigPath,
  resolveHere,
  resolvePath,
} from "../../src/config/paths.ts";

import { type FakeMachine, fakeRuntime } from "../kit/fake_runtime.ts";

function configPath(machine: FakeMachine): string | undefined {
  return defaultConfigPath(fakeRuntime(machine));
}

Deno.test("defaultConfigPath() follows the system's convention", () => {
  const file = "openai-responses-mcp/config.yaml";
  const HOME = "/h";
  assert.equal(configPath({ env: { HOME } }), `/h/.config/${file}`);
  const XDG_CONFIG_HOME = "/x";
  assert.equal(configPath({ env: { HOME, XDG_CONFIG_HOME } }), `/x/${file}`);
  const relative = { HOME, XDG_CONFIG_HOME: "x" };
  assert.equal(configPath({ env: relative }), `/h/.config/${file}`);
  const APPDATA = "C:\\Users\\me\\AppData\\Roaming";
  assert.equal(
    configPath({ os: "windows", env: { APPDATA } }),
    `${APPDATA}/${file}`,
  );
  assert.equal(
    configPath({ os: "darwin", env: { HOME } }),
    `/h/.config/${file}`,
  );
  assert.equal(configPath({ env: {} }), undefined);
  assert.equal(configPath({ env: { HOME: "" } }), undefined);
});

Deno.test("defaultCacheDirectory() follows the system's convention", () => {
  const directory = (machine: FakeMachine): string | undefined =>
    defaultCacheDirectory(fakeRuntime(machine));
  const name = "openai-responses-mcp";
  const env = { HOME: "/h", LOCALAPPDATA: "C:\\L" };
  assert.equal(directory({ env }), `/h/.cache/${name}`);
  assert.equal(directory({ os: "darwin", env }), `/h/Library/Caches/${name}`);
  assert.equal(directory({ os: "windows", env }), `C:\\L/${name}`);
});

Deno.test("resolvePath() expands ~ and keeps absolute paths", () => {
  const runtime = fakeRuntime({ env: { HOME: "/h" } });
  const resolve = (path: string): string =>
    resolvePath(path, () => "/base", runtime);
  assert.equal(resolve("~"), "/h");
  assert.equal(resolve("~/a"), "/h/a");
  assert.equal(resolve("~user/a"), "/base/~user/a");
  assert.equal(resolve("/a"), "/a");
  assert.equal(resolve("C:\\a"), "C:\\a");
  assert.equal(resolve("\\\\server\\a"), "\\\\server\\a");
  assert.equal(resolve("./a"), "/base/a");
  assert.equal(resolve("../a"), "/base/../a");
  assert.equal(resolvePath("a", () => "/", runtime), "/a");
  assert.equal(resolvePath("a", () => "C:\\", runtime), "C:\\a");
});

Deno.test("resolveHere() needs the working directory for relative paths only", () => {
  const runtime = {
    ...fakeRuntime({ env: { HOME: "/h" } }),
    cwd: (): string => {
      throw new Error("ENOENT: no such file or directory, uv_cwd");
    },
  };
  assert.equal(resolveHere("/a", runtime), "/a");
  assert.equal(resolveHere("~/a", runtime), "/h/a");
  assert.throws(() => resolveHere("a/b", runtime), {
    name: "ConfigError",
    message: /"a\/b" is relative to the working directory, .* absolute path/,
  });
});

Deno.test("resolveHere() resolves against the working directory", () => {
  const runtime = fakeRuntime({ cwd: "/here" });
  assert.equal(resolveHere("./a", runtime), "/here/a");
});
