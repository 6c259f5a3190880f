import { ErrorCode } from "../../jsonrpc/messages.ts";
import { loadResponsesClient } from "../../lazy.ts";
import type { Logger } from "../../log.ts";
import { loadPolicy } from "../../policy/load_policy.ts";
import { invalidArguments } from "../../responses/request/invalid_arguments.ts";
import type { ResponsesClient } from "../../responses/run/client.ts";
import { ResponsesError } from "../../responses/run/responses_error.ts";
import type { ErrorWording } from "../define_tool.ts";
import type { ToolEnvironment, ToolFailure } from "../tool.ts";

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

/** The errors of a group that asks: 000 appendix B and §8.2. */
export function askErrors(
  group: "answer" | "iris",
  log: Logger,
): Required<ErrorWording> {
  function failureOf(error: ResponsesError): ToolFailure {
    const data = {
      reason: error.reason,
      message: log.redact(error.message),
      ...log.isDebug() && error.detail,
    };
    const code = ErrorCode.ToolFailed;
    const body = { code, message: `${group} failed`, data };
    return { ok: false, body, error: body };
  }
  return {
    rejected: (_tool, issues) => failureOf(invalidArguments(issues)),
    failed: (_tool, error) =>
      error instanceof ResponsesError ? failureOf(error) : undefined,
  };
}
