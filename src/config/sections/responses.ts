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
} as const satisfies SettingGroup;
