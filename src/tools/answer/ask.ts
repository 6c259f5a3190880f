import { ErrorCode } from "../../jsonrpc/messages.ts";
import { loadResponsesClient } from "../../lazy.ts";
import type { Logger } from "../../log.ts";
import { loadPolicy } from "../../policy/load_policy.ts";
import type { ResponsesClient } from "../../responses/run/client.ts";
import { ResponsesError } from "../../responses/run/responses_error.ts";
import type { ToolEnvironment, ToolFailure, ToolOutcome } from "../tool.ts";

/**
 * Makes the client of a group of tools at its first call: its modules are not
 * needed to list the tools. The policy is read at once, so that a bad file
 * shows at the start.
 *
 * @throws {PolicyError} when the policy file cannot be used
 */
export function lazyClient(
  { config, runtime, log }: ToolEnvironment,
): () => Promise<ResponsesClient> {
  const policy = loadPolicy(config.policy.system, runtime.files);
  const { clock } = runtime;
  let client: ResponsesClient | undefined;
  return async () => {
    if (client) return client;
    const { createClient } = await loadResponsesClient();
    const env = (name: string): string | undefined => runtime.env(name);
    return client ??= createClient({
      settings: config,
      policy,
      clock,
      env,
      log,
    });
  };
}

/** Puts an error into the shape of 000 appendix B and §8.2. */
export function failureOf(
  group: "answer" | "iris",
  error: ResponsesError,
  log: Logger,
): ToolFailure {
  const data = {
    reason: error.reason,
    message: log.redact(error.message),
    ...log.isDebug() && error.detail,
  };
  const code = ErrorCode.ToolFailed;
  const body = { code, message: `${group} failed`, data };
  return { ok: false, body, error: body };
}

/** Runs a question; a failure that its user can act on becomes an outcome. */
export async function outcomeOf(
  group: "answer" | "iris",
  ask: () => Promise<ToolOutcome>,
  log: Logger,
): Promise<ToolOutcome> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ResponsesError) return failureOf(group, error, log);
    throw error;
  }
}
