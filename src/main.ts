import { API_KEY_ENV } from "./config/sections/openai.ts";
import { LINE_MODE_ENV } from "./config/sections/server.ts";
import { plainConfig, type ServerConfig } from "./config/start_settings.ts";
import { loadCommands, loadConfigModule, loadToolModules } from "./lazy.ts";
import { bufferedStderr, createLogger } from "./log.ts";
import { EXIT, type Runtime } from "./runtime/runtime.ts";
import { createServer, type ServerOptions } from "./mcp/server.ts";

/** The program: reads the command line, does the work, gives the exit code. */
export async function main(runtime: Runtime): Promise<number> {
  try {
    // What every client's configuration says; all else is a command.
    const [first, ...rest] = runtime.args;
    const plain = first === "--stdio" && rest.length === 0
      ? plainConfig(runtime)
      : undefined;
    if (plain) return await servePlain(plain, runtime);
    const { runCommand } = await loadCommands();
    return await runCommand(runtime, serve);
  } catch (error) {
    const { explain } = await loadCommands();
    return await explain(error, runtime);
  }
}

/** Serves a machine on which nothing is configured. */
async function servePlain(
  config: ServerConfig,
  runtime: Runtime,
): Promise<number> {
  const { files } = runtime;
  const writeStderr = bufferedStderr(runtime);
  const secrets = [runtime.env(API_KEY_ENV)];
  const log = createLogger({ files, writeStderr }, { secrets });
  return await serve({
    config,
    runtime,
    log,
    async loadTools() {
      const { completeConfig } = await loadConfigModule();
      const { createToolSet } = await loadToolModules();
      return createToolSet({ config: completeConfig(config), runtime, log });
    },
  });
}

/** Serves standard input and output to their end; gives the exit code. */
async function serve(
  serving: ServerOptions & { readonly runtime: Runtime },
): Promise<number> {
  const { runtime, log } = serving;
  if (runtime.isTerminal("stdin")) {
    log.warn("waiting for an MCP client on stdin; Ctrl+C ends, --help helps");
  }
  const server = createServer(serving);
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
