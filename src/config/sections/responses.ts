import type { SettingGroup } from "../setting.ts";

/** The keys below `responses`: how the API is asked. */
export const RESPONSES_SETTINGS = {
  stream: {
    type: "boolean",
    default: true,
    description: "Stream answers, so that progress can be reported.",
  },
  store: {
    type: "boolean",
    default: true,
    description:
      "Let OpenAI keep answers, so that a conversation can be continued.",
  },
  max_output_tokens: {
    anyOf: [{ type: "integer", minimum: 16 }, { type: "null" }],
    default: null,
    description: "The longest answer in tokens, reasoning included.",
  },
  max_tool_calls: {
    anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }],
    default: null,
    description: "How often the model may search for one answer.",
  },
  service_tier: {
    anyOf: [
      {
        type: "string",
        enum: [
          "auto",
          "default",
          "flex",
          "priority",
          "scale",
          "fast",
          "ultrafast",
        ],
      },
      { type: "null" },
    ],
    default: null,
    description: "How fast the API works, and at which price.",
  },
  prompt_cache_key: {
    anyOf: [{ type: "string", minLength: 1 }, { type: "null" }],
    default: null,
    description: "Groups requests whose beginnings the API should cache.",
  },
  safety_identifier: {
    anyOf: [{ type: "string", minLength: 1, maxLength: 128 }, { type: "null" }],
    default: null,
    description:
      "Names the user to OpenAI's abuse detection; a hash, not a name.",
  },
  metadata: {
    type: "object",
    properties: {},
    additionalProperties: { type: "string", maxLength: 512 },
    // The API takes 16; four are kept for our own.
    maxProperties: 12,
    propertyNames: {
      type: "string",
      minLength: 1,
      maxLength: 64,
      pattern: "^(?!ormcp_)",
    },
    default: {},
    description: "Pairs that the API keeps with each response.",
  },
} as const satisfies SettingGroup;
