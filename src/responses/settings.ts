import type { Config } from "../config/schema.ts";

/** The part of the configuration that answers depend on. */
export type ResponsesSettings = Pick<
  Config,
  "openai" | "request" | "responses" | "model_profiles" | "policy" | "search"
>;
