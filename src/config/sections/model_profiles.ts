import type { Setting } from "../setting.ts";
import { BACKGROUND_MODES } from "./responses.ts";

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
    background: { type: "string", enum: BACKGROUND_MODES },
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
    },
    answer_quick: {
      model: DEFAULT_MODEL,
      reasoning_effort: "low",
      verbosity: "low",
    },
  },
  description:
    "Model, reasoning_effort, verbosity, background and supports by tool. Given in YAML, it replaces the built-in set; a missing profile then falls back to answer.",
} as const satisfies Setting;

/** Environment variables that set a part of a profile. */
export const PROFILE_ENV = {
  MODEL_ANSWER: ["answer", "model"],
  ANSWER_EFFORT: ["answer", "reasoning_effort"],
  ANSWER_VERBOSITY: ["answer", "verbosity"],
  MODEL_DETAILED: ["answer_detailed", "model"],
  MODEL_QUICK: ["answer_quick", "model"],
} as const;
