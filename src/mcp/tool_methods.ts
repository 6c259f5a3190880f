import type { Params, RequestId } from "../jsonrpc/messages.ts";
import type { Logger } from "../log.ts";
import { STDIO_CALLER } from "../tools/caller.ts";
import { runTool, ToolRegistry } from "../tools/registry.ts";
import { CACHE, type Era } from "./mcp.ts";
import type {
  CallToolResult,
  ListedTool,
  ListToolsResult,
  ProgressNotificationParams,
} from "./protocol.ts";
import { readToolCall, toCallToolResult, type ToolCall } from "./tool_call.ts";

export { ToolRegistry };

/** What a call uses of its connection. */
export interface CallOptions {
  readonly registry: ToolRegistry;
  readonly signal: AbortSignal;
  readonly toolErrors: "result" | "jsonrpc";
  readonly log: Logger;
  notify(method: string, params: Readonly<Record<string, unknown>>): void;
}

/** Answers `tools/list`: all tools on one page. */
export function listTools(registry: ToolRegistry, era: Era): ListToolsResult {
  const tools = registry.definitions.map((definition): ListedTool => ({
    name: definition.name,
    title: definition.title,
    description: definition.description,
    inputSchema: definition.inputSchema,
    ...definition.outputSchema && { outputSchema: definition.outputSchema },
    annotations: definition.annotations,
  }));
  return era === "modern" ? { tools, ...CACHE } : { tools };
}

/** Answers `tools/call`. */
export async function callTool(
  params: Params | undefined,
  options: CallOptions,
): Promise<CallToolResult> {
  const { registry, signal, log } = options;
  const call = readToolCall(registry, params);
  log.debug(() => describeCall(call));
  const progress = new Progress(call, options);
  try {
    const outcome = await runTool(call.tool, call.args, {
      signal,
      caller: STDIO_CALLER,
      progress: (message) => progress.report(message),
    });
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
