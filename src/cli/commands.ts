/**
 * What the command line asks for beyond `--stdio` on a machine on which nothing
 * is configured: that is all that most clients do, and it needs none of this.
 *
 * @module
 */
import { ConfigError } from "../config/draft.ts";
import { loadConfig } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { API_KEY_ENV } from "../config/sections/openai.ts";
import {
  loadManualsCommand,
  loadShowConfig,
  loadStderrQueue,
  loadToolModules,
  loadUsage,
} from "../lazy.ts";
import {
  bufferedStderr,
  createLogger,
  type Logger,
  type LoggerOptions,
  redact,
} from "../log.ts";
import { EXIT, OutputError, type Runtime } from "../runtime/runtime.ts";
import type { ServerOptions } from "../mcp/server.ts";
import type { ToolSet } from "../tools/registry.ts";
import { NAME, VERSION } from "../version.ts";
import { type Command, parseArgs, UsageError } from "./args.ts";

/** Serves standard input and output to their end; gives the exit code. */
export type Serve = (
  serving: ServerOptions & { readonly runtime: Runtime },
) => Promise<number>;

// How long the last lines of the debug log may take to be read.
const LAST_LINES_MS = 200;

/** Does what the command line says; gives the exit code. */
export async function runCommand(
  runtime: Runtime,
  serve: Serve,
): Promise<number> {
  const command = readCommand(runtime);
  if (command.kind === "help") {
    const { usage } = await loadUsage();
    runtime.writeStdout(usage());
    return EXIT.ok;
  }
  if (command.kind === "version") {
    runtime.writeStdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  const loaded = await loadConfig(runtime, command.flags);
  const { debug, debug_file, debug_bodies } = loaded.config.server;
  const logging: LoggerOptions = {
    debug,
    bodies: debug_bodies,
    file: debug_file,
    secrets: [runtime.env(loaded.config.openai.api_key_env)],
  };
  const { files } = runtime;
  const writeStderr = bufferedStderr(runtime);
  const log = createLogger({ files, writeStderr }, logging);
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
  const serveAs = (log: Logger): Promise<number> =>
    serveWhole(config, runtime, log, serve);
  return debug
    ? await serveInDebug(runtime, logging, serveAs)
    : await serveAs(log);
}

function readCommand(runtime: Runtime): Command {
  const alone = runtime.args.length === 0 && runtime.isTerminal("stdin");
  return alone ? { kind: "help" } : parseArgs(runtime.args);
}

/** Says what went wrong and what to do about it; gives the exit code. */
export async function explain(
  error: unknown,
  runtime: Runtime,
): Promise<number> {
  // No logger yet: the configuration that makes it may be what is at fault.
  const key = runtime.env(API_KEY_ENV);
  const say = (text: string): void =>
    runtime.writeStderr(`${NAME}: ${redact(text, key ? [key] : [])}\n`);
  if (error instanceof UsageError) {
    const { explainUsage } = await loadUsage();
    runtime.writeStderr(explainUsage(error));
    return EXIT.usage;
  }
  // By name: its module comes with the tools.
  const isPolicyError = error instanceof Error && error.name === "PolicyError";
  if (error instanceof ConfigError || isPolicyError) {
    say(error.message);
    return EXIT.usage;
  }
  if (error instanceof OutputError) {
    if (!error.closed) say(`Cannot write the output: ${error.message}`);
    return EXIT.failure;
  }
  const detail = error instanceof Error ? error.stack : String(error);
  say(`internal error, please report it: ${detail}`);
  return EXIT.failure;
}

/** Serves with a configuration that is known as a whole. */
async function serveWhole(
  config: Config,
  runtime: Runtime,
  log: Logger,
  serve: Serve,
): Promise<number> {
  async function make(): Promise<ToolSet> {
    const { createToolSet } = await loadToolModules();
    return createToolSet({ config, runtime, log });
  }
  // A policy file is read with the tools; a bad one must show at the start.
  const early = config.policy.system.source === "file"
    ? await make()
    : undefined;
  const loadTools = async (): Promise<ToolSet> => early ?? await make();
  return await serve({ config, runtime, log, loadTools });
}

/** Serves with a log that never holds the server up, read or not. */
async function serveInDebug(
  runtime: Runtime,
  logging: LoggerOptions,
  serveAs: (log: Logger) => Promise<number>,
): Promise<number> {
  const { StderrQueue } = await loadStderrQueue();
  const queue = new StderrQueue(runtime.openStderr());
  const writeStderr = (text: string): void => queue.write(text);
  const { files, clock } = runtime;
  try {
    return await serveAs(createLogger({ writeStderr, files }, logging));
  } finally {
    const late = new Promise<void>((resolve) => {
      clock.after(LAST_LINES_MS, resolve);
    });
    await Promise.race([queue.drained(), late]);
  }
}
