import type { ServeCommand } from "./cli/args.ts";
import { startLog } from "./cli/start_log.ts";
import { loadConfig } from "./config/load.ts";
import type { Config } from "./config/schema.ts";
import { LINE_MODE_ENV } from "./config/sections/server.ts";
import { loadCommands, loadToolModules } from "./lazy.ts";
import { type Logger, strayLine } from "./log.ts";
import type { OpenEngine } from "./manuals/find/open_finder.ts";
import { createServer } from "./mcp/stdio.ts";
import { EXIT, type Runtime } from "./runtime/runtime.ts";
import type { ToolSet } from "./tools/registry.ts";

/**
 * Serves standard input and output to their end; gives the exit code.
 *
 * @param runtime With a `writeStderr` that waits for nobody.
 */
export async function serve(
  command: ServeCommand,
  runtime: Runtime,
): Promise<number> {
  const loaded = await loadConfig(runtime, command.flags);
  const { config } = loaded;
  const log = startLog(loaded, runtime);
  const unlisten = runtime.onStray((error) => log.warn(strayLine(error)));
  try {
    if (command.showConfig || config.server.show_config_on_start) {
      const { showConfig } = await loadCommands();
      runtime.writeStderr(showConfig(loaded, log));
    }
    if (command.implied) log.warn("serving MCP on stdin and stdout");
    return await serveStreams(config, runtime, log);
  } finally {
    unlisten();
  }
}

async function serveStreams(
  config: Config,
  runtime: Runtime,
  log: Logger,
): Promise<number> {
  const loadTools = await toolLoader(config, runtime, log);
  if (runtime.isTerminal("stdin")) {
    log.warn("waiting for an MCP client on stdin; Ctrl+C ends, --help helps");
  }
  const server = createServer({ config, runtime, log, loadTools });
  let signalled: number | undefined;
  let unlisten = (): void => undefined;
  const ending = await server.serve({
    readable: runtime.openStdin(),
    writer: runtime.openStdout(),
    lines: runtime.env(LINE_MODE_ENV) === "1",
    // Until then nothing is in flight, and signals may just kill.
    onStarted(abort) {
      unlisten = runtime.onSignal((signal) => {
        signalled ??= signal;
        abort();
      });
    },
  });
  unlisten();
  log.debug(`end: ${ending}`);
  if (signalled !== undefined) return EXIT.signal + signalled;
  return ending === "eof" ? EXIT.ok : EXIT.failure;
}

/** Gives what makes the tools when a request first needs them. */
export async function toolLoader(
  config: Config,
  runtime: Runtime,
  log: Logger,
  openEngine?: OpenEngine,
): Promise<() => Promise<ToolSet>> {
  async function make(): Promise<ToolSet> {
    const { createToolSet } = await loadToolModules();
    const engine = openEngine && { openEngine };
    return createToolSet({ config, runtime, log, ...engine });
  }
  if (config.policy.system.source !== "file") return make;
  // A policy file is read with the tools; a bad one must show at the start.
  const tools = await make();
  return () => Promise.resolve(tools);
}
