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
} as const satisfies SettingGroup;
