import type { Config } from "../../config/schema.ts";

/** The settings that a search uses: a part of `manuals` in the configuration. */
export type FindSettings = Pick<
  Config["manuals"],
  | "refresh_ms"
  | "max_file_bytes"
  | "lexical"
  | "find"
  | "cache"
  | "trace"
  | "lexicon"
>;
