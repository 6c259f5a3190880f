import type { SettingGroup } from "../setting.ts";

/** The keys below `search`: how the web is searched. */
export const SEARCH_SETTINGS = {
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
  blocked_domains: {
    type: "array",
    items: { type: "string", format: "host-name" },
    maxItems: 100,
    default: [],
    description: "Never search or cite these domains.",
  },
  external_web_access: {
    anyOf: [{ type: "boolean" }, { type: "null" }],
    default: null,
    description:
      "false: search what the API has stored, without fetching pages.",
  },
  tool: {
    type: "string",
    pattern: "^[\\w.:/-]+$",
    default: "web_search",
    description:
      "What the server calls its search; none for a server that has no search.",
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
} as const satisfies SettingGroup;
