import type { ServerConfig } from "../config/start_settings.ts";
import type { Logger } from "../log.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { loadToolMethods } from "../lazy.ts";
import type { ToolRegistry, ToolSet } from "../tools/registry.ts";
import { type Ending, serveConnection, type Transport } from "./serve.ts";

/** What a server is made from. */
export interface ServerOptions {
  /** Settings. */
  readonly config: ServerConfig;
  /** Time, and the parent to watch after the end of input. */
  readonly runtime: Pick<Runtime, "clock" | "parentPid">;
  /** The log. */
  readonly log: Logger;
  /** Makes the tools; called when a request first needs them. */
  loadTools(): Promise<ToolSet>;
}

/** An MCP server; it can serve several connections. */
export interface Server {
  /** Serves one connection to its end. Never rejects for what a client does. */
  serve(transport: Transport): Promise<Ending>;
}

/** Long enough for the answer to leave before the warm-up takes the CPU. */
const WARM_AFTER_MS = 50;

/** Makes a server. Nothing is loaded and nothing runs before `serve`. */
export function createServer(options: ServerOptions): Server {
  const { log, runtime } = options;
  let registry: Promise<ToolRegistry> | undefined;
  let warmed = false;
  let connections = 0;

  function loadRegistry(): Promise<ToolRegistry> {
    return registry ??= createRegistry();
  }

  async function createRegistry(): Promise<ToolRegistry> {
    const { ToolRegistry } = await loadToolMethods();
    return new ToolRegistry(await options.loadTools());
  }

  async function warm(): Promise<void> {
    if (warmed) return;
    warmed = true;
    const tools = await loadRegistry();
    // Deno's first timer loads 21 modules: 3 MiB that most would hold in vain.
    if (!tools.warms) return;
    runtime.clock.after(WARM_AFTER_MS, () => {
      if (connections === 0) return;
      tools.warm().catch((error) => log.debug(`warm-up failed: ${error}`));
    });
  }

  return {
    async serve(transport): Promise<Ending> {
      connections++;
      try {
        return await serveConnection(transport, {
          ...options,
          registry: loadRegistry,
          onListed: warm,
        });
      } finally {
        if (--connections === 0) registry?.then((tools) => tools.rest());
      }
    },
  };
}
