import type { Config } from "../config/schema.ts";

/** The part of the configuration that a server uses itself. */
export interface ServerConfig {
  /** The settings of the server. */
  readonly server: Config["server"];
  /** Conversations can be continued where answers are kept. */
  readonly responses: Pick<Config["responses"], "store">;
  /** The manual tools are there if there are manuals. */
  readonly manuals: Pick<Config["manuals"], "root" | "paths" | "engine">;
}
