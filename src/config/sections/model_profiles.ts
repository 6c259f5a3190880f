import type { Setting } from "../setting.ts";
import { BACKGROUND_MODES } from "./responses.ts";
import { MAX_CITATIONS } from "./policy.ts";

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

/** Fields of a request that the server fills itself, in its own way. */
const OWN_FIELDS = [
  "model",
  "instructions",
  "input",
  "prompt",
  "tools",
  "include",
  "previous_response_id",
  "conversation",
  "store",
  "stream",
  "stream_options",
  "background",
  "metadata",
] as const;

const PROFILE = {
  type: "object",
  properties: {
    model: {
      type: "string",
      minLength: 1,
      description: "The model that answers.",
    },
    reasoning_effort: {
      type: "string",
      enum: EFFORTS,
      description: "How hard it thinks.",
    },
    verbosity: {
      type: "string",
      enum: VERBOSITIES,
      description: "How much it writes.",
    },
    background: {
      type: "string",
      enum: BACKGROUND_MODES,
      description: "As responses.background, for this tool alone.",
    },
    supports: {
      type: "object",
      description:
        "Whether the model takes verbosity and reasoning, where its name does not tell.",
      properties: {
        verbosity: { type: "boolean" },
        reasoning: { type: "boolean" },
      },
      additionalProperties: false,
    },
    max_citations: {
      ...MAX_CITATIONS,
      description: "How many sources it cites; default: policy.max_citations.",
    },
    request: {
      type: "object",
      description: "More fields of the request, merged into it.",
      properties: {},
      additionalProperties: true,
      propertyNames: { type: "string", not: { enum: OWN_FIELDS } },
    },
  },
  required: ["model"],
  additionalProperties: false,
} as const;

const DEFAULT_MODEL = "gpt-5.2";

/** The key `model_profiles`: a model and how hard it works, by tool. */
export const MODEL_PROFILES = {
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
      max_citations: 10,
    },
    answer_quick: {
      model: DEFAULT_MODEL,
      reasoning_effort: "low",
      verbosity: "low",
    },
  },
  description:
    "Model, reasoning_effort, verbosity, background, supports, max_citations and request by tool. Given whole, it replaces the built-in set; a missing profile then falls back to answer.",
} as const satisfies Setting;

/** The environment variable that sets the model of every profile. */
export const MODEL_ENV = "ORMCP_MODEL";

/** Variables that set a part of a profile, where the rule does not name them. */
export const PROFILE_ENV = {
  MODEL_ANSWER: ["answer", "model"],
  ANSWER_EFFORT: ["answer", "reasoning_effort"],
  ANSWER_VERBOSITY: ["answer", "verbosity"],
  MODEL_DETAILED: ["answer_detailed", "model"],
  MODEL_QUICK: ["answer_quick", "model"],
} as const;
