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
  answer_within_ms: {
    type: "integer",
    minimum: 1,
    maximum: 2147483647,
    default: 240000,
    description:
      "How long a background call waits, at most request.timeout_ms; then it answers that answer_result has the rest.",
  },
  max_retries: {
    type: "integer",
    minimum: 0,
    maximum: 10,
    default: 3,
    env: "OPENAI_MAX_RETRIES",
    description:
      "Retries after 429, 5xx, passing failures before the first text, and connections that could not be made.",
  },
} as const satisfies SettingGroup;
