import {
  ErrorCode,
  isRequestId,
  type Params,
  ProtocolError,
  type RequestId,
} from "../jsonrpc/messages.ts";
import type { Logger } from "../log.ts";
import { isObject } from "../schema/value.ts";
import { cut, show } from "../text/show.ts";
import { runTool, type ToolRegistry } from "../tools/registry.ts";
import type { StartedTask, Tool, ToolOutcome } from "../tools/tool.ts";
import type { RequestContext } from "./connection.ts";
import type { CallToolResult, ProgressNotificationParams } from "./protocol.ts";

/** What a call uses of its server and its connection. */
export interface CallOptions extends RequestContext {
  readonly registry: ToolRegistry;
  readonly toolErrors: "result" | "jsonrpc";
  readonly log: Logger;
  /** When the call came in, by the monotonic clock. */
  readonly startedAt: number;
  /** The request's era has no sessions. */
  readonly stateless: boolean;
  /** The client takes an id to ask again with for an answer. */
  readonly acceptsTask: boolean;
}

/** Answers `tools/call`: with a result, or with work that goes on. */
export async function callTool(
  params: Params | undefined,
  options: CallOptions,
): Promise<CallToolResult | StartedTask> {
  const { registry, log, acceptsTask } = options;
  const { signal, caller, startedAt, stateless } = options;
  const call = readToolCall(registry, params);
  log.debug(() => describeCall(call));
  const { tool, args } = call;
  const progress = new Progress(call, options);
  try {
    const turns = registry.turns(tool.definition.group);
    const outcome = await turns.run(signal, async () => {
      // Nothing begins for a client that does not read what it has.
      await options.room?.();
      signal.throwIfAborted();
      return await runTool(tool, args, {
        signal,
        caller,
        startedAt,
        stateless,
        acceptsTask,
        progress: (message) => progress.report(message),
      });
    });
    options.onOutcome?.(call.tool.definition.name, outcome);
    if (acceptsTask && outcome.ok && outcome.task) return outcome.task;
    return toCallToolResult(outcome, options.toolErrors);
  } finally {
    progress.stop();
  }
}

/** Progress with a strictly increasing number, silent after the answer. */
class Progress {
  /** None when the client did not ask, or has its answer. */
  #token: RequestId | undefined;
  readonly #options: CallOptions;
  #count = 0;

  constructor(call: ToolCall, options: CallOptions) {
    this.#token = call.progressToken;
    this.#options = options;
  }

  report(message: string): void {
    if (this.#token === undefined || this.#options.signal.aborted) return;
    const params: ProgressNotificationParams = {
      progressToken: this.#token,
      progress: ++this.#count,
      message,
    };
    this.#options.notify("notifications/progress", { ...params });
  }

  stop(): void {
    this.#token = undefined;
  }
}

/** 000 §8.1: a call by its names and sizes, never by its contents. */
function describeCall({ tool, args }: ToolCall): string {
  const keys = Object.keys(args).join(",");
  const query = args.query ?? args.input;
  const length = typeof query === "string" ? query.length : 0;
  return `server: tools/call name=${tool.definition.name} argsKeys=[${keys}] queryLen=${length}`;
}

// A tool's name has at most 128 characters.
const MAX_NAME = 128;

/** A `tools/call` whose envelope is in order. */
interface ToolCall {
  readonly tool: Tool;
  readonly args: Record<string, unknown>;
  /** The client wants to hear of progress under this token. */
  readonly progressToken?: RequestId;
}

/** Reads the parameters of `tools/call`, or says what is wrong with them. */
function readToolCall(
  registry: ToolRegistry,
  params: Params | undefined,
): ToolCall {
  const name = params?.name;
  if (typeof name !== "string") {
    throw invalid("name", name, "the name of a tool from tools/list");
  }
  const tool = registry.get(name);
  if (!tool) {
    throw new ProtocolError(ErrorCode.MethodNotFound, "Unknown tool", {
      name: cut(name, MAX_NAME).toWellFormed(),
      hint: registry.hint(name),
    });
  }
  const args = params?.arguments ?? {};
  if (!isObject(args)) throw invalid("arguments", args, "an object");
  const meta = params?._meta;
  const token = isObject(meta) ? meta.progressToken : undefined;
  return isRequestId(token)
    ? { tool, args, progressToken: token }
    : { tool, args };
}

/**
 * Puts an outcome on the wire. A failure carries no `structuredContent`: clients
 * hold it against the `outputSchema` even then.
 */
export function toCallToolResult(
  outcome: ToolOutcome,
  errors: "result" | "jsonrpc",
): CallToolResult {
  if (!outcome.ok) {
    const { code, message, data } = outcome.error;
    if (errors === "jsonrpc") throw new ProtocolError(code, message, data);
    const text = JSON.stringify(outcome.body);
    return { content: [{ type: "text", text }], isError: true };
  }
  const content: CallToolResult["content"] = [
    { type: "text", text: outcome.text },
  ];
  return outcome.structured === undefined
    ? { content }
    : { content, structuredContent: outcome.structured };
}

function invalid(field: string, got: unknown, want: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidParams,
    `Invalid params: ${field} is ${show(got)}, wanted ${want}`,
    { field },
  );
}
