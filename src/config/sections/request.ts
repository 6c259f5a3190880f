import type { SettingGroup } from "../setting.ts";

/** The keys below `request`: how long a call may take. */
export const REQUEST_SETTINGS = {
  timeout_ms: {
    type: "integer",
    minimum: 1,
    maximum: 2147483647,
    default: 300000,
    env: "OPENAI_API_TIMEOUT",
    description: "Deadline of one call in milliseconds, retries included.",
  },
  max_retries: {
    type: "integer",
    minimum: 0,
    maximum: 10,
    default: 3,
    env: "OPENAI_MAX_RETRIES",
    description: "Retries after 429, 5xx and connection failures.",
  },
} as const satisfies SettingGroup;
