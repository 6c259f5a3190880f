import type { Request } from "../jsonrpc/envelope.ts";
import type { Params } from "../jsonrpc/messages.ts";
import type { Logger } from "../log.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { RequestHandler } from "./connection.ts";
import { type Era, eraOf, inEra } from "./era.ts";
import { discover, initialize, listTools, unknownMethod } from "./methods.ts";
import { BATCH_VERSION, CACHE } from "./protocol.ts";
import { readToolCall, runToolCall, toCallToolResult } from "./tool_call.ts";
import type { ToolCall } from "./tool_call.ts";

/** What the handlers of all connections share. */
export interface McpOptions {
  /** Loads the tools; called when a request first needs them. */
  registry(): Promise<ToolRegistry>;
  /** What the server tells a client of itself. */
  readonly instructions: string;
  /** How a failed tool call is told. */
  readonly toolErrors: "result" | "jsonrpc";
  readonly log: Logger;
  /** Sends a notification to this client, or drops it if it does not read. */
  notify(method: string, params: Readonly<Record<string, unknown>>): void;
  /** Called once the tools have been listed. */
  onListed?(): void;
}

/** MCP for one client, in both eras. */
export class McpHandler implements RequestHandler {
  readonly #options: McpOptions;
  readonly #lists = new Map<Era, string>();
  #batches = false;

  /** Makes the handler of one connection. */
  constructor(options: McpOptions) {
    this.#options = options;
  }

  /** True once a revision with batches has been negotiated. */
  get acceptsBatches(): boolean {
    return this.#batches;
  }

  /** Answers what needs no tools. */
  now({ method, params }: Request): string | undefined {
    const { instructions } = this.#options;
    switch (method) {
      case "initialize":
        return this.#initialize(params);
      case "ping":
        return "{}";
      case "server/discover":
        // Answered even without `_meta`: it is how a client finds out.
        eraOf(params);
        return JSON.stringify(inEra("modern", { ...discover(instructions) }));
      case "tools/list":
        return this.#lists.get(eraOf(params));
      case "tools/call":
        eraOf(params);
        return undefined;
      default:
        throw unknownMethod(method);
    }
  }

  /** Answers `tools/list` and `tools/call`. */
  async later(request: Request, signal: AbortSignal): Promise<string> {
    const { method, params } = request;
    const era = eraOf(params);
    const registry = await this.#options.registry();
    if (method === "tools/list") return this.#list(era, registry);
    const call = readToolCall(registry, params);
    return JSON.stringify(inEra(era, await this.#call(call, signal)));
  }

  #initialize(params: Params | undefined): string {
    const result = initialize(params, this.#options.instructions);
    this.#batches = result.protocolVersion === BATCH_VERSION;
    return JSON.stringify(result);
  }

  #list(era: Era, registry: ToolRegistry): string {
    const list = listTools(registry);
    const cache = era === "modern" ? CACHE : {};
    const text = JSON.stringify(inEra(era, { ...list, ...cache }));
    this.#lists.set(era, text);
    this.#options.onListed?.();
    return text;
  }

  async #call(
    call: ToolCall,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { log, toolErrors } = this.#options;
    log.debug(() => describeCall(call));
    const progress = this.#progress(call, signal);
    try {
      const outcome = await runToolCall(call, {
        signal,
        progress: progress.report,
      });
      return { ...toCallToolResult(outcome, toolErrors) };
    } finally {
      progress.stop();
    }
  }

  /** Progress with a strictly increasing number, silent after the answer. */
  #progress(
    { progressToken }: ToolCall,
    signal: AbortSignal,
  ): { report(message: string): void; stop(): void } {
    let progress = 0;
    let active = progressToken !== undefined;
    return {
      report: (message) => {
        if (!active || signal.aborted) return;
        progress++;
        const params = { progressToken, progress, message };
        this.#options.notify("notifications/progress", params);
      },
      stop: () => active = false,
    };
  }
}

/** What may be logged of a call: names and lengths, never contents. */
function describeCall({ tool, args }: ToolCall): string {
  const keys = Object.keys(args).join(",");
  const query = args.query ?? args.input;
  const length = typeof query === "string" ? query.length : 0;
  return `tools/call name=${tool.definition.name} argsKeys=[${keys}] queryLen=${length}`;
}
