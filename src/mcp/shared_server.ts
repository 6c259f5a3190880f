import type { Logger } from "../log.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { ToolRegistry, type ToolSet } from "../tools/registry.ts";
import type { Leave } from "../tools/turns.ts";
import { instructionsFor } from "./instructions.ts";
import { McpHandler } from "./mcp_handler.ts";
import type { ServerConfig } from "./server_config.ts";

/** What a server is made from. */
export interface ServerOptions {
  /** Settings. */
  readonly config: ServerConfig;
  /**
   * Time, the parent to watch after the end of input, and files, to name the
   * manuals that lie in their root.
   */
  readonly runtime:
    & Pick<Runtime, "clock" | "parentPid">
    & Partial<Pick<Runtime, "files">>;
  /** The log. */
  readonly log: Logger;
  /** Makes the tools; called when a request first needs them. */
  loadTools(): Promise<ToolSet>;
}

/** One connection, while it is counted. */
export interface Visit {
  /** No more requests will come; those in hand are still answered. */
  inputEnded(): void;
  /** Nothing is in hand any more; resolves when the tools rest. */
  close(): Promise<void>;
}

/** Long enough for the answer to leave before the warm-up takes the CPU. */
const WARM_AFTER_MS = 50;

/**
 * What all connections of a server share, whatever they come over: the methods,
 * the tools, and when tools warm up and rest.
 */
export class SharedServer {
  readonly config: ServerConfig;
  readonly runtime: ServerOptions["runtime"];
  readonly log: Logger;
  /** Answers the requests of every connection. */
  readonly handler: McpHandler;
  readonly #loadTools: ServerOptions["loadTools"];
  #registry: Promise<ToolRegistry> | undefined;
  #tools: ToolRegistry | undefined;
  #warmed = false;
  #connections = 0;
  #inputs = 0;

  /** Loads nothing yet. */
  constructor(options: ServerOptions) {
    const { config, runtime, log } = options;
    this.config = config;
    this.runtime = runtime;
    this.log = log;
    this.#loadTools = () => options.loadTools();
    this.handler = new McpHandler({
      registry: () => this.#loadRegistry(),
      instructions: () => instructionsFor(config, runtime.files),
      toolErrors: config.server.tool_errors,
      log,
      clock: runtime.clock,
      onListed: () => void this.#warm(),
    });
  }

  /** Counts a connection in, until it is closed. */
  open(): Visit {
    this.#connections++;
    this.#inputs++;
    return {
      inputEnded: () => {
        // From then on only the calls in hand are worth any work.
        if (--this.#inputs === 0) this.#rest();
      },
      close: async () => {
        if (--this.#connections === 0) await this.#rest();
      },
    };
  }

  /** Takes a place for a call of each tool; `undefined` when one has none. */
  async enter(tools: readonly string[]): Promise<Leave | undefined> {
    // Why the tools cannot be loaded, the call itself tells best.
    const registry = this.#tools ??
      await this.#loadRegistry().catch(() => undefined);
    if (!registry) return () => undefined;
    const places = tools.map((tool) => registry.enter(tool));
    const leave = (): void => places.forEach((place) => place?.());
    if (places.every((place) => place !== undefined)) return leave;
    leave();
    return undefined;
  }

  #loadRegistry(): Promise<ToolRegistry> {
    if (this.#registry) return this.#registry;
    const loading = this.#registry = this.#createRegistry();
    // Whoever waits hears of a failure; the next one tries again.
    loading.catch(() => this.#registry = undefined);
    return loading;
  }

  async #createRegistry(): Promise<ToolRegistry> {
    return this.#tools = new ToolRegistry(await this.#loadTools());
  }

  async #warm(): Promise<void> {
    if (this.#warmed) return;
    this.#warmed = true;
    const tools = await this.#loadRegistry();
    if (!tools.warms) return;
    this.runtime.clock.after(WARM_AFTER_MS, () => {
      if (this.#connections === 0) return;
      tools.warm().catch((error) => this.log.debug(`warm-up failed: ${error}`));
    });
  }

  async #rest(): Promise<void> {
    try {
      await (await this.#registry)?.rest();
    } catch (error) {
      // Nobody waits for it, and the connection is over anyway.
      this.log.debug(`cannot rest: ${error}`);
    }
  }
}
