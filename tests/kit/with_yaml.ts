import assert from "node:assert/strict";
import { ConfigError } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { fakeRuntime } from "./fake_runtime.ts";

/** The environment of a user with nothing but a home directory. */
export const HOME = { HOME: "/home/me" };

/** Where that user's configuration is looked for. */
export const YAML = "/home/me/.config/openai-responses-mcp/config.yaml";

/** A machine with that file. */
export function withYaml(
  yaml: string,
  env: Record<string, string> = {},
): ReturnType<typeof fakeRuntime> {
  return fakeRuntime({ env: { ...HOME, ...env }, files: { [YAML]: yaml } });
}

/** What is wrong with a configuration; it must not be loaded. */
export async function problemsOf(
  yaml: string,
  env: Record<string, string> = {},
): Promise<string[]> {
  const loading = loadConfig(withYaml(yaml, env));
  const error = await loading.then(() => undefined, (e) => e);
  assert.ok(error instanceof ConfigError, "a ConfigError is thrown");
  return [...error.problems];
}
