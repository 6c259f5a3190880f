/** The name under which the server presents itself. */
export const NAME = "openai-responses-mcp";

/**
 * The version. It is written out, as importing `deno.json` would cost the start
 * a module; a test holds the two together.
 */
export const VERSION = "0.9.0";
