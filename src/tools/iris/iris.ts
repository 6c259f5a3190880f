/**
 * The tool `iris`: the same answers in the form of seed 002, with its own
 * argument names and the response id in the text.
 *
 * @module
 */
import { IRIS_INPUT } from "../../responses/request/question.ts";
import { type Ask, askErrors, ASKS, lazyClient } from "../answer/ask.ts";
import { withBareId, withMarkedId } from "../answer/caller_ids.ts";
import { whereStored } from "../answer/schema.ts";
import { defineTool } from "../define_tool.ts";
import type { Tool, ToolEnvironment, ToolSuccess } from "../tool.ts";

const DESCRIPTION = "Ask an AI assistant that can search the web and run code.";
const CONTINUE =
  "Continue a conversation with the Response ID that ends each answer.";

/**
 * Makes `iris`. A cancelled call rejects with the reason of its signal.
 *
 * @throws {PolicyError} when the policy file cannot be used
 */
export function createIrisTools(
  environment: ToolEnvironment,
  begin: Ask = lazyClient(environment),
): Tool[] {
  const { store } = environment.config.responses;
  const iris = defineTool({
    name: "iris",
    title: "Ask Iris",
    description: store ? `${DESCRIPTION} ${CONTINUE}` : DESCRIPTION,
    group: "iris",
    input: whereStored(IRIS_INPUT, store),
    annotations: ASKS,
    errors: askErrors("iris", environment.log),
    async run(question, context) {
      const bare = await withBareId(question, context.caller);
      const { client, call } = await begin(context);
      const found = await client.askIris(bare, call);
      const answer = await withMarkedId(found, context.caller);
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
