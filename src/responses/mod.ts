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
import type { Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import {
  type ClientOptions,
  createClient,
  type ResponsesClient,
} from "./client.ts";
import { invalidArguments } from "./request/invalid_arguments.ts";
import { ANSWER_INPUT, IRIS_INPUT } from "./request/question.ts";

/** Options of {@linkcode openResponses}. */
export type OpenResponsesOptions = Partial<ClientOptions>;

/**
 * Makes a client. What is not given is as in the server without a
 * configuration: its default settings, the built-in policy, this machine's
 * clock and environment, and no log. It opens nothing before the first
 * question, and holds each against the schema that the tools have.
 */
export function openResponses(
  options: OpenResponsesOptions = {},
): ResponsesClient {
  const client = createClient({
    settings: defaultConfig(),
    policy: SYSTEM_POLICY,
    clock: runtime.clock,
    fetch: runtime.fetch,
    env: runtime.env,
    log: { debug: () => {}, redact: (text) => redact(text, []) },
    ...options,
  });
  return {
    ...client,
    ask: async (question, ...rest) =>
      await client.ask(checked(ANSWER_INPUT, question), ...rest),
    askIris: async (question, ...rest) =>
      await client.askIris(checked(IRIS_INPUT, question), ...rest),
  };
}

/** A server does this where calls come in. */
function checked<T>(schema: Schema, question: T): T {
  const result = validate<T>(schema, question);
  if (result.ok) return result.value;
  throw invalidArguments(result.issues);
}

export type { Config, Profile } from "../config/schema.ts";
export type { Logger } from "../log.ts";
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
  Fetch,
  FileKind,
  Files,
  FileStat,
  OpenFile,
} from "../runtime/runtime.ts";
export type { Citation } from "./answer/citations.ts";
export type { Answer } from "./answer/read_answer.ts";
export type { Usage } from "./answer/usage.ts";
export {
  type ClientOptions,
  openLedger,
  type ResponsesClient,
  type StoredAnswer,
} from "./client.ts";
export type { ProfileName } from "./request/profile.ts";
export {
  ANSWER_INPUT,
  type Arguments,
  IRIS_INPUT,
  type IrisQuestion,
  type Question,
} from "./request/question.ts";
export {
  type FailureDetail,
  type Reason,
  REASONS,
  ResponsesError,
} from "./responses_error.ts";
export type { AskOptions, Started } from "./run/call.ts";
export type { ModelInfo } from "./run/find_model.ts";
export type { Ledger, LedgerEntry, LedgerOptions } from "./run/ledger.ts";
export type { ResponsesSettings } from "./settings.ts";
