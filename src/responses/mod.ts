/**
 * Questions to the OpenAI Responses API with web search: cited answers that can
 * be continued, cancelled and watched.
 *
 * ```ts ignore
 * import { defaultConfig, runtime } from "@uchimanajet7/openai-responses-mcp";
 * import { createClient, SYSTEM_POLICY } from "@uchimanajet7/openai-responses-mcp/responses";
 *
 * const client = createClient({
 *   settings: defaultConfig(),
 *   policy: SYSTEM_POLICY,
 *   clock: runtime.clock,
 *   env: runtime.env,
 *   log: { debug: () => {}, redact: (text) => text },
 * });
 * const { answer, citations } = await client.ask({ query: "What is new in Deno?" });
 * ```
 *
 * @module
 */
export {
  type AskOptions,
  type ClientOptions,
  createClient,
  type ResponsesClient,
} from "./client.ts";
export type { Style } from "../policy/instructions.ts";
export { loadPolicy, PolicyError } from "../policy/load_policy.ts";
export { SYSTEM_POLICY, SYSTEM_POLICY_REV } from "../policy/system_policy.ts";
export type {
  ContextSize,
  Effort,
  IrisQuestion,
  ProfileName,
  Question,
} from "./question.ts";
export type { Answer } from "./read_answer.ts";
export {
  type FailureDetail,
  type Reason,
  ResponsesError,
} from "./responses_error.ts";
export type { ResponsesSettings } from "./settings.ts";
