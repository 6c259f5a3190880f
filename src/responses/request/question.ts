/**
 * The questions that can be asked. Each is one schema: what clients see, what
 * arguments are checked against, and the type that a request is built from.
 * Every description is context that a model reads in each conversation: short
 * and precise.
 *
 * @module
 */
import { STYLES } from "../../policy/instructions.ts";
import type { ObjectSchema, Static } from "../../schema/schema.ts";

const PREVIOUS_RESPONSE_ID = {
  type: "string",
  minLength: 1,
  maxLength: 256,
  description: "response_id of an earlier answer, to continue it",
} as const;

/** The arguments of a question. */
export const ANSWER_INPUT = {
  type: "object",
  properties: {
    query: {
      type: "string",
      minLength: 1,
      description: "The question",
    },
    recency_days: {
      type: "number",
      minimum: 0,
      description: "Preferred age of sources in days",
    },
    max_results: {
      type: "number",
      minimum: 1,
      maximum: 10,
      multipleOf: 1,
      description: "Search results to use",
    },
    domains: {
      type: "array",
      items: { type: "string" },
      maxItems: 100,
      description: "Search only these hosts and their subdomains",
    },
    style: {
      type: "string",
      enum: STYLES,
      description: "Layout",
    },
    previous_response_id: PREVIOUS_RESPONSE_ID,
  },
  required: ["query"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const LEVELS = ["low", "medium", "high"] as const;

/** The arguments of a question in the form of 002: sent without hints. */
export const IRIS_INPUT = {
  type: "object",
  properties: {
    input: {
      type: "string",
      minLength: 1,
      description: "The question, in any language",
    },
    searchContextSize: {
      type: "string",
      enum: LEVELS,
      description: "How much search context the model gets",
    },
    reasoningEffort: {
      type: "string",
      enum: LEVELS,
      description: "How hard the model thinks",
    },
    model: {
      type: "string",
      minLength: 1,
      maxLength: 256,
      pattern: "^[!-~]+$",
      description:
        "A model id, such as gpt-5 or o3; default: the configured model",
    },
    useCodeInterpreter: {
      type: "boolean",
      description: "Let the model run Python",
    },
    previous_response_id: {
      ...PREVIOUS_RESPONSE_ID,
      description:
        "Previous OpenAI response ID for conversation continuity. Valid for 30 days from creation. Enables context preservation across multiple tool calls. Use the Response ID from previous iris tool response.",
    },
  },
  required: ["input"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

/** Arguments as a caller may write them: `undefined` is the same as absent. */
export type Arguments<T> = {
  readonly [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K];
};

/** A question; what is absent comes from the settings. */
export type Question = Arguments<Static<typeof ANSWER_INPUT>>;

/** A question in the form of 002. */
export type IrisQuestion = Arguments<Static<typeof IRIS_INPUT>>;

/**
 * The type of what is left of a question when every argument was taken out of
 * it: an argument that a request is not built from does not compile.
 */
export type NothingLeft = Record<string, never>;
