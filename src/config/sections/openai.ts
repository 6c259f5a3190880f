import type { SettingGroup } from "../setting.ts";

/** The variable that holds the API key unless another is named. */
export const API_KEY_ENV = "OPENAI_API_KEY";

/** The keys below `openai`: how the API is reached. */
export const OPENAI_SETTINGS = {
  api_key_env: {
    type: "string",
    format: "variable",
    default: API_KEY_ENV,
    description: "Name of the environment variable that holds the API key.",
  },
  base_url: {
    type: "string",
    format: "http-url",
    default: "https://api.openai.com/v1",
    env: "OPENAI_BASE_URL",
    description: "Any server that speaks the Responses API.",
  },
  organization: {
    anyOf: [{ type: "string", pattern: "^[!-~]+$" }, { type: "null" }],
    default: null,
    env: "OPENAI_ORG_ID",
    description: "The organization that pays, where the key is in several.",
  },
  project: {
    anyOf: [{ type: "string", pattern: "^[!-~]+$" }, { type: "null" }],
    default: null,
    env: "OPENAI_PROJECT_ID",
    description: "The project that requests count for.",
  },
  headers: {
    type: "object",
    properties: {},
    additionalProperties: { type: "string" },
    propertyNames: { type: "string", format: "header-name" },
    default: {},
    secret: true,
    description:
      "More headers for every request, as gateways ask for. ${NAME} in a value is the variable of that name.",
  },
} as const satisfies SettingGroup;
