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
