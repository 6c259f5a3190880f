/**
 * Every key of the configuration: the one source of its type, default, bounds,
 * environment variable and documentation.
 *
 * @module
 */
import type { Static } from "../schema/schema.ts";
import { MANUAL_SETTINGS } from "./manual_settings.ts";
import type { ConfigOf, SettingGroup } from "./setting.ts";
import { API_KEY_ENV, SERVER_SETTINGS } from "./start_settings.ts";

/** Reasoning efforts that the Responses API takes. */
const EFFORTS = [
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
] as const;

/** Answer lengths that the Responses API takes. */
const VERBOSITIES = ["low", "medium", "high"] as const;

const PROFILE = {
  type: "object",
  properties: {
    model: { type: "string", minLength: 1 },
    reasoning_effort: { type: "string", enum: EFFORTS },
    verbosity: { type: "string", enum: VERBOSITIES },
    supports: {
      type: "object",
      properties: {
        verbosity: { type: "boolean" },
        reasoning: { type: "boolean" },
      },
      additionalProperties: false,
    },
  },
  required: ["model"],
  additionalProperties: false,
} as const;

const DEFAULT_MODEL = "gpt-5.2";

/** The keys, in the order in which they are documented. */
export const SETTINGS = {
  openai: {
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
  },
  request: {
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
  },
  responses: {
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
  },
  model_profiles: {
    type: "object",
    properties: {
      answer: PROFILE,
      answer_detailed: PROFILE,
      answer_quick: PROFILE,
    },
    additionalProperties: false,
    default: {
      answer: {
        model: DEFAULT_MODEL,
        reasoning_effort: "medium",
        verbosity: "medium",
      },
      answer_detailed: {
        model: DEFAULT_MODEL,
        reasoning_effort: "high",
        verbosity: "high",
      },
      answer_quick: {
        model: DEFAULT_MODEL,
        reasoning_effort: "low",
        verbosity: "low",
      },
    },
    description:
      "Model, reasoning_effort, verbosity and supports by tool. Given in YAML, it replaces the built-in set; a missing profile then falls back to answer.",
  },
  policy: {
    max_citations: {
      type: "integer",
      minimum: 1,
      maximum: 10,
      default: 3,
      env: "MAX_CITATIONS",
      description: "How many sources an answer cites at most.",
    },
    timezone: {
      type: "string",
      format: "time-zone",
      default: "Asia/Tokyo",
      description: "IANA time zone in which dates are told.",
    },
    system: {
      source: {
        type: "string",
        enum: ["builtin", "file"],
        default: "builtin",
        description: "Instructions to the model: the built-in text or a file.",
      },
      path: {
        anyOf: [{ type: "string", minLength: 1 }, { type: "null" }],
        default: null,
        path: true,
        description: "The file, when source is file.",
      },
      merge: {
        type: "string",
        enum: ["replace", "prepend", "append"],
        default: "replace",
        description: "How the file and the built-in text are combined.",
      },
    },
  },
  search: {
    defaults: {
      recency_days: {
        type: "number",
        minimum: 0,
        default: 60,
        env: "SEARCH_RECENCY_DAYS",
        description: "Preferred age of sources in days.",
      },
      max_results: {
        type: "integer",
        minimum: 1,
        maximum: 10,
        default: 5,
        env: "SEARCH_MAX_RESULTS",
        description: "How many search results the model should use.",
      },
      domains: {
        type: "array",
        items: { type: "string", format: "host-name" },
        maxItems: 100,
        default: [],
        description: "Search only these domains.",
      },
    },
    context_size: {
      type: "string",
      enum: ["low", "medium", "high"],
      default: "medium",
      description: "How much search context the model gets.",
    },
    user_location: {
      type: "object",
      properties: {
        type: { type: "string", enum: ["approximate"] },
        city: { type: "string" },
        country: { type: "string", format: "country" },
        region: { type: "string" },
        timezone: { type: "string", format: "time-zone" },
      },
      additionalProperties: false,
      default: { type: "approximate" },
      description:
        "Where the user is: city, country (ISO 3166-1), region, timezone. Empty means nowhere in particular.",
    },
  },
  server: SERVER_SETTINGS,
  manuals: MANUAL_SETTINGS,
} as const satisfies SettingGroup;

/** A model and how hard it works: the settings behind one answer tool. */
export type Profile = Static<
  typeof SETTINGS["model_profiles"]["properties"]["answer"]
>;

/** A complete, validated configuration. */
export type Config = ConfigOf<typeof SETTINGS>;

/** Environment variables that set a part of a profile. */
export const PROFILE_ENV = {
  MODEL_ANSWER: ["answer", "model"],
  ANSWER_EFFORT: ["answer", "reasoning_effort"],
  ANSWER_VERBOSITY: ["answer", "verbosity"],
  MODEL_DETAILED: ["answer_detailed", "model"],
  MODEL_QUICK: ["answer_quick", "model"],
} as const;
