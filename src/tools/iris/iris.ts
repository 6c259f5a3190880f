/**
 * The tool `iris`: the same answers in the form of seed 002, with its own
 * argument names and the response id in the text.
 *
 * @module
 */
import type { ObjectSchema } from "../../schema/schema.ts";
import { PREVIOUS_RESPONSE_ID } from "../answer/schema.ts";
import { askErrors, lazyClient } from "../answer/ask.ts";
import { defineTool } from "../define_tool.ts";
import type { Tool, ToolEnvironment, ToolSuccess } from "../tool.ts";

const LEVELS = ["low", "medium", "high"] as const;

const IRIS_INPUT = {
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
      enum: ["gpt-5", "o3"],
      description: "Default: the configured model",
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

/**
 * Makes `iris`. A cancelled call rejects with the reason of its signal.
 *
 * @throws {PolicyError} when the policy file cannot be used
 */
export function createIrisTools(environment: ToolEnvironment): Tool[] {
  const client = lazyClient(environment);
  const iris = defineTool({
    name: "iris",
    title: "Ask Iris",
    description:
      "Ask an AI assistant that can search the web and run code. Continue a conversation with the Response ID that ends each answer.",
    group: "iris",
    input: IRIS_INPUT,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    errors: askErrors("iris", environment.log),
    async run(args, context) {
      const answer = await (await client()).askIris(args, context);
      return irisResult(answer.answer, answer.response_id);
    },
  });
  return [iris];
}

/** 002 §3.3–3.4: without an id there is nothing to add to the text. */
function irisResult(text: string, id: string | undefined): ToolSuccess {
  if (id === undefined) return { ok: true, text };
  return {
    ok: true,
    text: `${text}\n\n[Response ID: ${id}]`,
    structured: { text, response_id: id },
  };
}
