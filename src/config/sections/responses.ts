import type { SettingGroup } from "../setting.ts";

/** Which answers run in the background. */
export const BACKGROUND_MODES = ["never", "auto", "always"] as const;

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
  background: {
    type: "string",
    enum: BACKGROUND_MODES,
    default: "never",
    description:
      "Run answers in the background at the API, so that none is lost: auto is answer and answer_detailed at api.openai.com, always is all three anywhere. OpenAI stores such answers.",
  },
  ledger: {
    type: "boolean",
    default: true,
    description:
      "List background answers in answers.jsonl of the user's state directory, so that answer_result can find them.",
  },
  max_bytes: {
    type: "integer",
    minimum: 1024,
    maximum: 1073741824,
    default: 67108864,
    description: "Longest response that is read, in bytes after decoding.",
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
    description: "How fast the API works, and at what price.",
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
