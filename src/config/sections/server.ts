import type { SettingGroup } from "../setting.ts";

/** The keys below `server`. */
export const SERVER_SETTINGS = {
  tools: {
    type: "array",
    items: { type: "string", enum: ["answer", "iris", "manual", "connector"] },
    default: ["answer", "manual"],
    description:
      "Groups of tools to offer; manual and connector take effect once manuals.root, manuals.paths or manuals.engine is set.",
  },
  tool_errors: {
    type: "string",
    enum: ["result", "jsonrpc"],
    default: "result",
    description:
      "How a failed call is reported: as a result with isError, or as a JSON-RPC error.",
  },
  max_message_bytes: {
    type: "integer",
    minimum: 1024,
    maximum: 268435456,
    default: 16777216,
    description: "Longer messages are skipped and answered with an error.",
  },
  debug: {
    type: "boolean",
    default: false,
    env: "DEBUG",
    description: "Log metadata of what happens to stderr.",
  },
  debug_file: {
    anyOf: [{ type: "string", minLength: 1 }, { type: "null" }],
    default: null,
    env: "DEBUG",
    path: true,
    description: "Mirror the debug log to this file.",
  },
  debug_bodies: {
    type: "boolean",
    default: false,
    description:
      "With debug: log message bodies too, those of clients and those of the API, with times.",
  },
  show_config_on_start: {
    type: "boolean",
    default: false,
    description: "Print the effective configuration to stderr, then serve.",
  },
} as const satisfies SettingGroup;

/** The variable that is 1 for answers in lines, whatever comes in. */
export const LINE_MODE_ENV = "MCP_LINE_MODE";

/** Tells whether a value of {@linkcode LINE_MODE_ENV} means something. */
export function isKnownLineMode(value: string | undefined): boolean {
  return !value || value === "0" || value === "1";
}
