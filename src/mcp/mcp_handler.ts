import {
  ErrorCode,
  type Params,
  ProtocolError,
  type Request,
} from "../jsonrpc/messages.ts";
import type { Logger } from "../log.ts";
import type { Clock } from "../runtime/runtime.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { NAME, VERSION } from "../version.ts";
import { callTool } from "./call_tool.ts";
import type { RequestContext, RequestHandler } from "./connection.ts";
import {
  CACHE,
  type Era,
  eraOf,
  eraOfRequest,
  inEra,
  MODERN_VERSIONS,
  negotiate,
  negotiatesBatches,
} from "./eras.ts";
import {
  acceptsTasks,
  callTaskMethod,
  createTaskResult,
  TASK_METHODS,
  TASKS,
} from "./tasks.ts";
import type {
  DiscoverResult,
  InitializeResult,
  ListedTool,
  ListToolsResult,
} from "./protocol.ts";

/** The methods of each era; the modern one has no handshake and no `ping`. */
const METHODS: Readonly<Record<Era, ReadonlySet<string>>> = {
  legacy: new Set([
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
  ]),
  modern: new Set([
    "server/discover",
    "tools/list",
    "tools/call",
    ...TASK_METHODS,
  ]),
};

/** What the handler uses of its server. */
export interface McpOptions {
  /** Loads the tools; called when a request first needs them. */
  registry(): Promise<ToolRegistry>;
  /** What the server tells a client of itself. */
  instructions(): string;
  /** How a failed tool call is told. */
  readonly toolErrors: "result" | "jsonrpc";
  readonly log: Logger;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** Called when the tools have been listed. */
  onListed(): void;
}

/**
 * The methods of MCP, in both eras. One handler serves all connections of a
 * server: what belongs to one of them comes with the call.
 */
export class McpHandler implements RequestHandler {
  readonly #options: McpOptions;
  /** Answers to `tools/list`: they do not change while we run. */
  readonly #lists = new Map<Era, string>();

  /** Loads nothing yet. */
  constructor(options: McpOptions) {
    this.#options = options;
  }

  /** Tells whether the revision that an `initialize` gets has batches. */
  allowsBatches(params: Params | undefined): boolean {
    return negotiatesBatches(params);
  }

  /** Tells whether an era has a method. */
  knows(method: string, era: Era): boolean {
    return METHODS[era].has(method);
  }

  /** Answers what needs no tools. */
  now({ method, params }: Request): string | undefined {
    const era = eraOfRequest(method, params);
    if (!this.knows(method, era)) throw unknownMethod(method);
    switch (method) {
      case "initialize":
        return JSON.stringify(this.#initialize(params));
      case "ping":
        return "{}";
      case "server/discover":
        // Answered without `_meta` too: it is how a client finds out.
        return JSON.stringify(inEra("modern", this.#discover()));
      case "tools/list":
        return this.#lists.get(era);
      default:
        return undefined;
    }
  }

  /** Answers what needs the tools; its time begins now. */
  later(request: Request): (context: RequestContext) => Promise<string> {
    const startedAt = this.#options.clock.monotonic();
    return (context) => this.#answer(request, startedAt, context);
  }

  async #answer(
    { method, params }: Request,
    startedAt: number,
    context: RequestContext,
  ): Promise<string> {
    const { log, toolErrors, clock } = this.#options;
    const era = eraOf(params);
    const registry = await this.#options.registry();
    if (method === "tools/call") {
      const stateless = era === "modern";
      const acceptsTask = stateless && acceptsTasks(params);
      const how = { startedAt, stateless, acceptsTask };
      const options = { ...context, ...how, registry, toolErrors, log };
      const result = await callTool(params, options);
      const answer = "content" in result ? result : createTaskResult(result);
      return JSON.stringify(inEra(era, answer));
    }
    if (method !== "tools/list") {
      const progress = (): void => undefined;
      const now = clock.now();
      const options = { ...context, registry, toolErrors, progress, now };
      const result = await callTaskMethod(method, params, options);
      return JSON.stringify(inEra(era, result));
    }
    const text = JSON.stringify(inEra(era, listTools(registry, era)));
    this.#lists.set(era, text);
    this.#options.onListed();
    return text;
  }

  #initialize(params: Params | undefined): InitializeResult {
    return {
      protocolVersion: negotiate(params),
      capabilities: { tools: {} },
      serverInfo: { name: NAME, version: VERSION },
      instructions: this.#options.instructions(),
    };
  }

  #discover(): DiscoverResult {
    return {
      supportedVersions: [...MODERN_VERSIONS],
      capabilities: { tools: {}, extensions: { [TASKS]: {} } },
      instructions: this.#options.instructions(),
      ...CACHE,
    };
  }
}

/** Answers `tools/list`: all tools on one page. */
function listTools(registry: ToolRegistry, era: Era): ListToolsResult {
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

/** The error for a method that no era, or not this one, has. */
export function unknownMethod(method: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.MethodNotFound,
    `Unknown method: ${method.slice(0, 100).toWellFormed()}`,
  );
}
