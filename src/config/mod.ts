/**
 * The configuration: every key with its type, default and variable, and how
 * flags, environment and YAML are put together.
 *
 * @module
 */
export { completeConfig, ConfigError, defaultConfig } from "./draft.ts";
export {
  type ConfigFlags,
  type ConfigRuntime,
  type ConfigSources,
  loadConfig,
  type LoadedConfig,
} from "./load.ts";
export { type Config, type Profile, SETTINGS } from "./schema.ts";
export type { ConfigOf, Setting, SettingGroup } from "./setting.ts";
export { SERVER_SETTINGS, type ServerConfig } from "./start_settings.ts";
