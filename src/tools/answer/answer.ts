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
import type { Started } from "../../responses/run/call.ts";
import { createResultTool } from "./answer_result.ts";
import { type Ask, askErrors, ASKS, lazyClient } from "./ask.ts";
import { withBareId, withMarkedAnswer } from "./caller_ids.ts";
import { ANSWER_OUTPUT, QUICK_INPUT, whereStored } from "./schema.ts";
import { defineTool, success } from "../define_tool.ts";
import type {
  Tool,
  ToolContext,
  ToolEnvironment,
  ToolSuccess,
} from "../tool.ts";

/**
 * Makes `answer`, `answer_detailed`, `answer_quick` and `answer_result`. A
 * cancelled call rejects with the reason of its signal.
 *
 * @throws {PolicyError} when the policy file cannot be used
 */
export function createAnswerTools(
  environment: ToolEnvironment,
  begin: Ask = lazyClient(environment),
): Tool[] {
  const { store } = environment.config.responses;
  const common = {
    group: "answer",
    output: ANSWER_OUTPUT,
    annotations: ASKS,
    errors: askErrors("answer", environment.log),
  };
  const ask =
    (profile: ProfileName) =>
    async (question: Question, context: ToolContext): Promise<ToolSuccess> => {
      const { caller } = context;
      const bare = await withBareId(question, caller);
      const { client, call } = await begin(context);
      let started: Started | undefined;
      const found = await client.ask(bare, profile, {
        ...call,
        ...context.acceptsTask && { answerWithinMs: 0 },
        onStarted(response) {
          started = response;
          call.onStarted?.(response);
        },
      });
      const answer = await withMarkedAnswer(found, caller);
      const { status, response_id: id } = answer;
      if (!started || status === undefined || id === undefined) {
        return success(answer);
      }
      const { createdAt } = started;
      return { ...success(answer), task: { id, createdAt } };
    };
  return [
    defineTool({
      ...common,
      name: "answer",
      title: "Answer with web search",
      description:
        "Search the web when needed and provide balanced, well-sourced answers. This is the standard general-purpose tool.",
      input: whereStored(ANSWER_INPUT, store),
      run: ask("answer"),
    }),
    defineTool({
      ...common,
      name: "answer_detailed",
      title: "Detailed answer with web search",
      description:
        "Perform comprehensive analysis with thorough research and detailed explanations. Best for complex questions requiring deep investigation.",
      input: whereStored(ANSWER_INPUT, store),
      run: ask("answer_detailed"),
    }),
    defineTool({
      ...common,
      name: "answer_quick",
      title: "Quick answer with web search",
      description:
        "Provide fast, concise answers optimized for speed. Best for simple lookups or urgent questions.",
      input: whereStored(QUICK_INPUT, store),
      run: ask("answer_quick"),
    }),
    createResultTool(environment, begin),
  ];
}
