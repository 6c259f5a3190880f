/**
 * The answer tools: one question each, asked with the profile of its name.
 *
 * @module
 */
import type { ProfileName } from "../../responses/request/profile.ts";
import {
  ANSWER_INPUT,
  type Question,
} from "../../responses/request/question.ts";
import { askErrors, lazyClient } from "./ask.ts";
import { askOptions, withBareId, withMarkedId } from "./caller_ids.ts";
import { ANSWER_OUTPUT, QUICK_INPUT } from "./schema.ts";
import { defineTool } from "../define_tool.ts";
import type {
  Tool,
  ToolContext,
  ToolEnvironment,
  ToolSuccess,
} from "../tool.ts";

/**
 * Makes `answer`, `answer_detailed` and `answer_quick`. A cancelled call
 * rejects with the reason of its signal.
 *
 * @throws {PolicyError} when the policy file cannot be used
 */
export function createAnswerTools(environment: ToolEnvironment): Tool[] {
  const client = lazyClient(environment);
  const common = {
    group: "answer",
    output: ANSWER_OUTPUT,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    errors: askErrors("answer", environment.log),
  };
  const ask =
    (profile: ProfileName) =>
    async (question: Question, context: ToolContext): Promise<ToolSuccess> => {
      const { caller } = context;
      const bare = await withBareId(question, caller);
      const options = await askOptions(context);
      const found = await (await client()).ask(bare, profile, options);
      const answer = await withMarkedId(found, caller);
      const structured = { ...answer };
      return { ok: true, text: JSON.stringify(answer), structured };
    };
  return [
    defineTool({
      ...common,
      name: "answer",
      title: "Answer with web search",
      description:
        "Search the web when needed and provide balanced, well-sourced answers. This is the standard general-purpose tool.",
      input: ANSWER_INPUT,
      run: ask("answer"),
    }),
    defineTool({
      ...common,
      name: "answer_detailed",
      title: "Detailed answer with web search",
      description:
        "Perform comprehensive analysis with thorough research and detailed explanations. Best for complex questions requiring deep investigation.",
      input: ANSWER_INPUT,
      run: ask("answer_detailed"),
    }),
    defineTool({
      ...common,
      name: "answer_quick",
      title: "Quick answer with web search",
      description:
        "Provide fast, concise answers optimized for speed. Best for simple lookups or urgent questions.",
      input: QUICK_INPUT,
      run: ask("answer_quick"),
    }),
  ];
}
