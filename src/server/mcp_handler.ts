import {
  ErrorCode,
  type Params,
  ProtocolError,
  type Request,
} from "../jsonrpc/messages.ts";
import { loadToolMethods } from "../lazy.ts";
import type { Logger } from "../log.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { RequestHandler } from "./connection.ts";
import {
  BATCH_VERSION,
  discover,
  type Era,
  eraOf,
  inEra,
  initialize,
} from "./handshake.ts";

/** What the handler of one connection uses of its server. */
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
  /** Called when the tools have been listed. */
  onListed(): void;
}

/** MCP for one client, in both eras. */
export class McpHandler implements RequestHandler {
  readonly #options: McpOptions;
  /** Answers to `tools/list`: they do not change while we run. */
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
    switch (method) {
      case "initialize":
        return this.#initialize(params);
      case "ping":
        return "{}";
      case "server/discover":
        return this.#discover(params);
      case "tools/list":
        return this.#lists.get(eraOf(params));
      case "tools/call":
        return undefined;
      default:
        throw new ProtocolError(
          ErrorCode.MethodNotFound,
          `Unknown method: ${method.slice(0, 100)}`,
        );
    }
  }

  /** Answers `tools/list` and `tools/call`. */
  async later(request: Request, signal: AbortSignal): Promise<string> {
    const { method, params } = request;
    const era = eraOf(params);
    const { callTool, listTools } = await loadToolMethods();
    const registry = await this.#options.registry();
    if (method === "tools/call") {
      const result = await callTool(params, {
        ...this.#options,
        registry,
        signal,
      });
      return JSON.stringify(inEra(era, { ...result }));
    }
    const text = JSON.stringify(inEra(era, listTools(registry, era)));
    this.#lists.set(era, text);
    this.#options.onListed();
    return text;
  }

  #initialize(params: Params | undefined): string {
    const result = initialize(params, this.#options.instructions);
    this.#batches = result.protocolVersion === BATCH_VERSION;
    return JSON.stringify(result);
  }

  #discover(params: Params | undefined): string {
    // Answered without `_meta` too: it is how a client finds out.
    eraOf(params);
    const result = discover(this.#options.instructions);
    return JSON.stringify(inEra("modern", { ...result }));
  }
}
