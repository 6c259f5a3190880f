/**
 * The answer tools: one question each, asked with the profile of its name.
 *
 * @module
 */
import { invalidArguments } from "../../responses/request/invalid_arguments.ts";
import type { ProfileName } from "../../responses/request/question.ts";
import { ANSWER_INPUT, ANSWER_OUTPUT, QUICK_INPUT } from "./schema.ts";
import { failureOf, lazyClient, outcomeOf } from "./ask.ts";
import type { Tool, ToolDefinition, ToolEnvironment } from "../tool.ts";

const COMMON = {
  group: "answer",
  outputSchema: ANSWER_OUTPUT,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
} as const;

const ANSWER = {
  name: "answer",
  title: "Answer with web search",
  description:
    "Search the web when needed and provide balanced, well-sourced answers. This is the standard general-purpose tool.",
  inputSchema: ANSWER_INPUT,
  ...COMMON,
} as const satisfies ToolDefinition<typeof ANSWER_INPUT>;

const ANSWER_DETAILED = {
  name: "answer_detailed",
  title: "Detailed answer with web search",
  description:
    "Perform comprehensive analysis with thorough research and detailed explanations. Best for complex questions requiring deep investigation.",
  inputSchema: ANSWER_INPUT,
  ...COMMON,
} as const satisfies ToolDefinition<typeof ANSWER_INPUT>;

const ANSWER_QUICK = {
  name: "answer_quick",
  title: "Quick answer with web search",
  description:
    "Provide fast, concise answers optimized for speed. Best for simple lookups or urgent questions.",
  inputSchema: QUICK_INPUT,
  ...COMMON,
} as const satisfies ToolDefinition<typeof QUICK_INPUT>;

/**
 * Makes `answer`, `answer_detailed` and `answer_quick`. A cancelled call
 * rejects with the reason of its signal.
 *
 * @throws {PolicyError} when the policy file cannot be used
 */
export function createAnswerTools(environment: ToolEnvironment): Tool[] {
  const client = lazyClient(environment);
  const { log } = environment;
  const work = (profile: ProfileName): Work => ({
    call: (args, context) =>
      outcomeOf("answer", async () => {
        const answer = await (await client()).ask(args, profile, context);
        const structured = { ...answer };
        return { ok: true, text: JSON.stringify(answer), structured };
      }, log),
    reject: (issues) => failureOf("answer", invalidArguments(issues), log),
  });
  return [
    { definition: ANSWER, ...work("answer") },
    { definition: ANSWER_DETAILED, ...work("answer_detailed") },
    { definition: ANSWER_QUICK, ...work("answer_quick") },
  ];
}

/** The arguments of `answer_quick` are a part of those of the others. */
type Work = Pick<Tool<typeof ANSWER_INPUT>, "call" | "reject">;
