import type { SettingGroup } from "../setting.ts";

/** How many sources may be cited. */
export const MAX_CITATIONS = {
  type: "integer",
  minimum: 1,
  maximum: 10,
} as const;

const DEFAULT_ZONE = "Asia/Tokyo";

/** The keys below `policy`: what the model is told. */
export const POLICY_SETTINGS = {
  max_citations: {
    ...MAX_CITATIONS,
    default: 3,
    env: "MAX_CITATIONS",
    description:
      "How many sources an answer cites at most, besides those that it refers to by number. Unset, it leaves answer_detailed its own 10.",
  },
  timezone: {
    anyOf: [
      { type: "string", enum: ["auto"] },
      { type: "string", format: "time-zone", default: DEFAULT_ZONE },
    ],
    default: DEFAULT_ZONE,
    description: "IANA time zone for dates; auto is the machine's.",
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
} as const satisfies SettingGroup;
