/**
 * The configuration: every key with its type, default and variable, and how
 * flags, environment and YAML are put together.
 *
 * @example What a variable sets, and how to tell
 * ```ts
 * import { runtime } from "@uchimanajet7/openai-responses-mcp";
 * import { loadConfig } from "@uchimanajet7/openai-responses-mcp/config";
 * import assert from "node:assert/strict";
 *
 * const env = (name: string): string | undefined =>
 *   name === "MAX_CITATIONS" ? "5" : undefined;
 * const { config, sources } = await loadConfig({ ...runtime, env });
 * assert.equal(config.policy.max_citations, 5);
 * assert.equal(sources.keys["policy.max_citations"], "env:MAX_CITATIONS");
 * ```
 *
 * @module
 */
export { ConfigError, defaultConfig } from "./draft.ts";
export {
  type ConfigFlags,
  type ConfigRuntime,
  type ConfigSources,
  loadConfig,
  type LoadedConfig,
} from "./load.ts";
export { type Config, type Profile, SETTINGS } from "./schema.ts";
export type { ConfigOf, Setting, SettingGroup } from "./setting.ts";
