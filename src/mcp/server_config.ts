import type { Config } from "../config/schema.ts";

/** The part of the configuration that a server uses itself. */
export interface ServerConfig {
  /** The settings of the server. */
  readonly server: Config["server"];
  /** Conversations can be continued where answers are kept. */
  readonly responses: Pick<Config["responses"], "store">;
  /** The manual tools are there if there is a root. */
  readonly manuals: { readonly root: string | null };
}
