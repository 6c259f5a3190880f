import type { Command, UsageError } from "./cli/args.ts";
import type { Config } from "./config/schema.ts";
import {
  API_KEY_ENV,
  plainConfig,
  type ServerConfig,
} from "./config/start_settings.ts";
import {
  loadArgs,
  loadConfigModule,
  loadManualsCommand,
  loadShowConfig,
  loadStderrQueue,
  loadToolModules,
  loadUsage,
} from "./lazy.ts";
import {
  createLogger,
  type Logger,
  type LoggerOptions,
  redact,
} from "./log.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { createServer, type ServerOptions } from "./server/server.ts";
import type { ToolSet } from "./tools/registry.ts";
import type { ToolEnvironment } from "./tools/tool.ts";
import { NAME, VERSION } from "./version.ts";

const EXIT = { ok: 0, failure: 1, usage: 2, signal: 128 } as const;

// How long the last lines of the debug log may take to be read.
const LAST_LINES_MS = 200;

// What every client's configuration says; anything else loads the parser.
const STDIO: Command = {
  kind: "serve",
  flags: {},
  showConfig: false,
  implied: false,
};

/** The program: reads the command line, does the work, gives the exit code. */
export async function main(runtime: Runtime): Promise<number> {
  try {
    const [first, ...rest] = runtime.args;
    if (first === "--stdio" && rest.length === 0) {
      const plain = plainConfig(runtime);
      return plain
        ? await servePlain(plain, runtime)
        : await run(STDIO, runtime);
    }
    if (first === undefined && runtime.isTerminal("stdin")) {
      return await run({ kind: "help" }, runtime);
    }
    const { parseArgs } = await loadArgs();
    return await run(parseArgs(runtime.args), runtime);
  } catch (error) {
    return await explain(error, runtime);
  }
}

async function explain(error: unknown, runtime: Runtime): Promise<number> {
  const name = error instanceof Error ? error.name : "";
  // No logger yet: the configuration that makes it may be what is at fault.
  const key = runtime.env(API_KEY_ENV);
  const say = (text: string): void =>
    runtime.writeStderr(`${NAME}: ${redact(text, key ? [key] : [])}\n`);
  if (name === "ConfigError" || name === "PolicyError") {
    say((error as Error).message);
    return EXIT.usage;
  }
  if (name === "UsageError") {
    const { explainUsage } = await loadUsage();
    runtime.writeStderr(explainUsage(error as UsageError));
    return EXIT.usage;
  }
  const detail = error instanceof Error ? error.stack : String(error);
  say(`internal error: ${detail}`);
  return EXIT.failure;
}

async function run(command: Command, runtime: Runtime): Promise<number> {
  if (command.kind === "help") {
    const { usage } = await loadUsage();
    runtime.writeStdout(usage());
    return EXIT.ok;
  }
  if (command.kind === "version") {
    runtime.writeStdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  const { loadConfig } = await loadConfigModule();
  const loaded = await loadConfig(runtime, command.flags);
  const { debug, debug_file, debug_bodies } = loaded.config.server;
  const logging: LoggerOptions = {
    debug,
    bodies: debug_bodies,
    file: debug_file,
    secrets: [runtime.env(loaded.config.openai.api_key_env)],
  };
  const log = createLogger(runtime, logging);
  for (const warning of loaded.warnings) log.warn(warning);
  if (command.kind === "manuals") {
    const { runManuals } = await loadManualsCommand();
    return await runManuals(command.args, { runtime, config: loaded.config });
  }
  const { show_config_on_start } = loaded.config.server;
  const show = command.kind === "show-config" || command.showConfig;
  if (show || show_config_on_start) {
    const { showConfig } = await loadShowConfig();
    runtime.writeStderr(showConfig(loaded, log));
  }
  if (command.kind === "show-config") return EXIT.ok;
  if (command.implied) log.warn("serving MCP on stdin and stdout");
  const { config } = loaded;
  if (debug) return await serveInDebug(config, runtime, logging);
  return await serveWhole(config, runtime, log);
}

/** Serves a machine on which nothing is configured. */
async function servePlain(
  config: ServerConfig,
  runtime: Runtime,
): Promise<number> {
  const log = createLogger(runtime, { secrets: [runtime.env(API_KEY_ENV)] });
  async function loadTools(): Promise<ToolSet> {
    const { completeConfig } = await loadConfigModule();
    return await makeTools({ config: completeConfig(config), runtime, log });
  }
  return await serve({ config, runtime, log, loadTools });
}

/** Serves with a configuration that is known as a whole. */
async function serveWhole(
  config: Config,
  runtime: Runtime,
  log: Logger,
): Promise<number> {
  const make = (): Promise<ToolSet> => makeTools({ config, runtime, log });
  // A policy file is read with the tools; a bad one must show at the start.
  const early = config.policy.system.source === "file"
    ? await make()
    : undefined;
  const loadTools = async (): Promise<ToolSet> => early ?? await make();
  return await serve({ config, runtime, log, loadTools });
}

async function makeTools(environment: ToolEnvironment): Promise<ToolSet> {
  const { createToolSet } = await loadToolModules();
  return createToolSet(environment);
}

/** Serves with a log that never holds the server up, read or not. */
async function serveInDebug(
  config: Config,
  runtime: Runtime,
  logging: LoggerOptions,
): Promise<number> {
  const { StderrQueue } = await loadStderrQueue();
  const queue = new StderrQueue(runtime.openStderr());
  const writeStderr = (text: string): void => queue.write(text);
  const { files, clock } = runtime;
  try {
    const log = createLogger({ writeStderr, files }, logging);
    return await serveWhole(config, runtime, log);
  } finally {
    const late = new Promise<void>((resolve) => {
      clock.after(LAST_LINES_MS, resolve);
    });
    await Promise.race([queue.drained(), late]);
  }
}

/** Serves standard input and output to their end. */
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
    lines: runtime.env("MCP_LINE_MODE") === "1",
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
