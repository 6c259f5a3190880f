/**
 * Questions to the OpenAI Responses API with web search: cited answers that can
 * be continued, cancelled and watched.
 *
 * ```ts ignore
 * import { openResponses } from "@uchimanajet7/openai-responses-mcp/responses";
 *
 * const responses = openResponses();
 * const { answer, citations, response_id } = await responses.ask({
 *   query: "What is new in Deno?",
 * });
 * ```
 *
 * @module
 */
import { defaultConfig } from "../config/draft.ts";
import { redact } from "../text/redact.ts";
import { SYSTEM_POLICY } from "../policy/system_policy.ts";
import { runtime } from "../runtime/deno.ts";
import {
  type ClientOptions,
  createClient,
  type ResponsesClient,
} from "./run/client.ts";

/** Options of {@linkcode openResponses}. */
export type OpenResponsesOptions = Partial<ClientOptions>;

/**
 * Makes a client. What is not given is as in the server without a
 * configuration: its default settings, the built-in policy, this machine's
 * clock and environment, and no log. It opens nothing before the first
 * question.
 */
export function openResponses(
  options: OpenResponsesOptions = {},
): ResponsesClient {
  return createClient({
    settings: defaultConfig(),
    policy: SYSTEM_POLICY,
    clock: runtime.clock,
    env: runtime.env,
    log: { debug: () => {}, redact: (text) => redact(text, []) },
    ...options,
  });
}

export type { Config, Profile } from "../config/schema.ts";
export type { Logger } from "../log.ts";
export { type Style, STYLES } from "../policy/instructions.ts";
export {
  loadPolicy,
  PolicyError,
  type PolicySettings,
} from "../policy/load_policy.ts";
export { SYSTEM_POLICY, SYSTEM_POLICY_REV } from "../policy/system_policy.ts";
export type {
  Cancel,
  Clock,
  DirEntry,
  FileKind,
  Files,
  FileStat,
  OpenFile,
} from "../runtime/runtime.ts";
export type { Citation } from "./answer/citations.ts";
export {
  type AskOptions,
  type ClientOptions,
  createClient,
  type ResponsesClient,
  warm,
} from "./run/client.ts";
export type {
  ContextSize,
  Effort,
  IrisQuestion,
  ProfileName,
  Question,
} from "./request/question.ts";
export type { Answer, Usage } from "./answer/read_answer.ts";
export {
  type FailureDetail,
  type Reason,
  REASONS,
  ResponsesError,
} from "./run/responses_error.ts";
export type { ResponsesSettings } from "./run/settings.ts";
