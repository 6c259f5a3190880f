/**
 * What clients see of the answer tools, besides the arguments of a question.
 *
 * @module
 */
import type { Answer } from "../../responses/answer/read_answer.ts";
import { ANSWER_INPUT } from "../../responses/request/question.ts";
import type { ObjectSchema, Schema } from "../../schema/schema.ts";

const { query, previous_response_id } = ANSWER_INPUT.properties;

/** Arguments of `answer_quick`: a part of those of the others. */
export const QUICK_INPUT = {
  type: "object",
  properties: { query, previous_response_id },
  required: ["query"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

/** Arguments of `answer_result`. */
export const RESULT_INPUT = {
  type: "object",
  properties: {
    response_id: {
      ...previous_response_id,
      description: "response_id of the answer; absent: list the latest",
    },
  },
  additionalProperties: false,
} as const satisfies ObjectSchema;

/**
 * The same arguments, without that of a conversation where no answer is kept
 * to continue from. It is optional, so the type stays true.
 */
export function whereStored<I extends ObjectSchema>(
  input: I,
  store: boolean,
): I {
  if (store) return input;
  const { previous_response_id: _, ...properties } = input.properties;
  return { ...input, properties };
}

/** Clients refuse a field that the schema does not name: none is forgotten. */
type SchemaOf<T> = Omit<ObjectSchema, "properties"> & {
  readonly properties: Readonly<Record<keyof T, Schema>>;
};

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
          date_kind: { type: "string", enum: ["published", "accessed"] },
        },
        required: ["url", "published_at", "date_kind"],
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
        cached_tokens: { type: "number" },
        reasoning_tokens: { type: "number" },
        searches: { type: "number" },
      },
      required: ["input_tokens", "output_tokens", "total_tokens"],
      additionalProperties: false,
    },
    queries: { type: "array", items: { type: "string" } },
    incomplete: {
      type: "object",
      properties: { reason: { type: "string" } },
      required: ["reason"],
      additionalProperties: false,
    },
    status: {
      type: "string",
      enum: ["in_progress"],
      description: "Not ready: call answer_result",
    },
  },
  required: ["answer", "used_search", "citations", "model"],
  additionalProperties: false,
} as const satisfies SchemaOf<Answer>;
