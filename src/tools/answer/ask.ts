import { stateDirectory } from "../../config/paths.ts";
import { ErrorCode } from "../../jsonrpc/messages.ts";
import { loadResponsesClient } from "../../lazy.ts";
import type { Logger } from "../../log.ts";
import { loadPolicy } from "../../policy/load_policy.ts";
import type { ResponsesClient } from "../../responses/client.ts";
import { invalidArguments } from "../../responses/request/invalid_arguments.ts";
import { ResponsesError } from "../../responses/responses_error.ts";
import { raceAbort } from "../../responses/run/abort.ts";
import type { AskOptions } from "../../responses/run/call.ts";
import { openScope } from "../../responses/run/scope.ts";
import { timeoutError } from "../../responses/run/timeout_error.ts";
import type { Issue } from "../../schema/validate.ts";
import { CallAborted } from "../caller.ts";
import type { ErrorWording } from "../define_tool.ts";
import type {
  ToolAnnotations,
  ToolContext,
  ToolEnvironment,
  ToolFailure,
} from "../tool.ts";

/** Hints for tools that ask: they change nothing, but reach the web. */
export const ASKS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** A client, and the options that make a question part of a call. */
export interface Asking {
  readonly client: ResponsesClient;
  readonly call: AskOptions;
}

/** Begins a call that asks; its deadline runs since the call came in. */
export type Ask = (context: ToolContext) => Promise<Asking>;

/**
 * Makes the client of a group of tools at its first call: its modules are not
 * needed to list the tools. The policy is read at once, so that a bad file
 * shows at the start.
 *
 * @throws {PolicyError} when the policy file cannot be used
 */
export function lazyClient(environment: ToolEnvironment): Ask {
  const { config, runtime: { files, clock } } = environment;
  const policy = loadPolicy(config.policy.system, files);
  let client: ResponsesClient | undefined;

  async function load(): Promise<ResponsesClient> {
    return client ??= await openClient(environment, policy);
  }

  return async (context) => {
    const { signal, progress, caller } = context;
    const { startedAt = clock.monotonic() } = context;
    // Callers who are told apart here are so at the API.
    const safetyIdentifier = await caller.ids?.alias();
    const call = { signal, detaches, progress, startedAt, safetyIdentifier };
    if (client) return { client, call };
    // The first question on a machine may have to wait for a download.
    const { timeout_ms: timeoutMs } = config.request;
    const limits = { timeoutMs, parent: signal, startedAt };
    const scope = openScope(clock, limits);
    try {
      return { client: await raceAbort(load(), scope.signal), call };
    } catch (error) {
      if (!scope.timedOut()) throw error;
      throw timeoutError(config, "answer", { sent: false });
    } finally {
      scope.close();
    }
  };
}

async function openClient(
  { config, runtime, log }: ToolEnvironment,
  policy: string,
): Promise<ResponsesClient> {
  const { createClient, openLedger } = await loadResponsesClient();
  const { clock, files, fetch } = runtime;
  const env = (name: string): string | undefined => runtime.env(name);
  const { ledger } = config.responses;
  return createClient({
    settings: config,
    policy,
    clock,
    fetch,
    env,
    log,
    ...ledger && {
      ledger: openLedger({
        files,
        clock,
        directory: stateDirectory(runtime),
        warn: (line) => log.warn(line),
      }),
    },
  });
}

/** Only a client that cancels wants the work to stop. */
function detaches(reason: unknown): boolean {
  return reason instanceof CallAborted && reason.why !== "cancelled";
}

/** An argument that the tools have in other settings needs a reason. */
function whyUnknown(issue: Issue): Issue {
  if (issue.path[0] !== "previous_response_id" || !issue.known) return issue;
  const want =
    "no such argument, as responses.store is false and no answer is kept to continue from";
  return { ...issue, want };
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
    rejected: (_tool, issues) =>
      failureOf(invalidArguments(issues.map(whyUnknown))),
    failed: (_tool, error) =>
      error instanceof ResponsesError ? failureOf(error) : undefined,
  };
}
