/**
 * What clients see of the answer tools. Every character here is context that
 * a model reads in each conversation: short and precise.
 *
 * @module
 */
import { STYLES } from "../../policy/instructions.ts";
import type { ObjectSchema } from "../../schema/schema.ts";

/** The argument that continues a conversation, for every tool that asks. */
export const PREVIOUS_RESPONSE_ID = {
  type: "string",
  minLength: 1,
  maxLength: 256,
  description:
    "response_id of an earlier answer, to continue that conversation; valid for 30 days",
} as const;

const QUERY = {
  type: "string",
  minLength: 1,
  description: "The question, in any language",
} as const;

/** Arguments of `answer` and `answer_detailed`. */
export const ANSWER_INPUT = {
  type: "object",
  properties: {
    query: QUERY,
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
      description: "How many search results to use",
    },
    domains: {
      type: "array",
      items: { type: "string" },
      maxItems: 100,
      description: "Search only these host names and their subdomains",
    },
    style: {
      type: "string",
      enum: STYLES,
      description: "Layout of the answer",
    },
    previous_response_id: PREVIOUS_RESPONSE_ID,
  },
  required: ["query"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

/** Arguments of `answer_quick`. */
export const QUICK_INPUT = {
  type: "object",
  properties: { query: QUERY, previous_response_id: PREVIOUS_RESPONSE_ID },
  required: ["query"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

/** What the answer tools return. */
export const ANSWER_OUTPUT = {
  type: "object",
  properties: {
    answer: { type: "string" },
    used_search: { type: "boolean" },
    citations: {
      type: "array",
      items: {
        type: "object",
        properties: {
          url: { type: "string", description: "URL or source id" },
          title: { type: "string" },
          published_at: { type: "string", description: "YYYY-MM-DD" },
        },
        required: ["url", "published_at"],
        additionalProperties: false,
      },
    },
    model: { type: "string" },
    response_id: { type: "string" },
    usage: {
      type: "object",
      properties: {
        input_tokens: { type: "number" },
        output_tokens: { type: "number" },
        total_tokens: { type: "number" },
      },
      required: ["input_tokens", "output_tokens", "total_tokens"],
      additionalProperties: false,
    },
    incomplete: {
      type: "object",
      properties: { reason: { type: "string" } },
      required: ["reason"],
      additionalProperties: false,
    },
  },
  required: ["answer", "used_search", "citations", "model"],
  additionalProperties: false,
} as const satisfies ObjectSchema;
