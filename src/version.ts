import manifest from "../deno.json" with { type: "json" };

/** The name under which the server presents itself. */
export const NAME = "openai-responses-mcp";

/** The version; `deno.json` is its only source. */
export const VERSION: string = manifest.version;
