import type { ServeCommand } from "./cli/args.ts";
import { startLog } from "./cli/start_log.ts";
import { bareHost, hostInUrl, readHttpAccess } from "./config/http_access.ts";
import { ConfigError } from "./config/draft.ts";
import { loadConfig } from "./config/load.ts";
import { loadCommands } from "./lazy.ts";
import { type Logger, strayLine } from "./log.ts";
import { PoolEngine } from "./manuals/search/pool/pool_engine.ts";
import { createHttpHandler } from "./mcp/http/http_handler.ts";
import type { Access } from "./mcp/http/metrics.ts";
import {
  doneWithin,
  EXIT,
  type HttpHost,
  type Runtime,
  SIGNALS,
} from "./runtime/runtime.ts";
import { toolLoader } from "./serve.ts";

/** How long answers may take to leave. */
const LEAVE_MS = 3_000;

/**
 * Serves HTTP until a signal comes; gives the exit code.
 *
 * @param runtime With a `writeStderr` that waits for nobody.
 */
export async function serveHttp(
  command: ServeCommand,
  runtime: Runtime,
): Promise<number> {
  const loaded = await loadConfig(runtime, command.flags);
  const { config } = loaded;
  const { http } = config;
  const { tokens, secret, warnings } = readHttpAccess(runtime, http);
  const secrets = [...tokens.values(), secret];
  const log = startLog(loaded, runtime, secrets);
  for (const line of warnings) log.warn(line);
  const unlisten = runtime.onStray((error) => log.warn(strayLine(error)));
  if (command.showConfig || config.server.show_config_on_start) {
    const { showConfig } = await loadCommands();
    runtime.writeStderr(showConfig(loaded, log));
  }
  const loadTools = await toolLoader(config, runtime, log, (options) => {
    const { root, paths } = config.manuals;
    const { settings, cacheDir, warn } = options;
    return new PoolEngine({
      threads: runtime.threads,
      sources: { root, paths },
      settings,
      ...cacheDir !== undefined && { cacheDir },
      ...warn && { warn },
    });
  });
  const handler = createHttpHandler({
    config,
    runtime,
    log,
    loadTools,
    tokens,
    ...secret !== undefined && { secret },
    onAccess: (access) => log.warn(accessLine(access)),
  });
  const host = await listen(runtime, http, handler.fetch);
  const signal = await untilSignal(runtime, log, () => {
    const address = `${hostInUrl(http.host)}:${host.port}`;
    log.warn(`serving MCP on http://${address}${http.path}`);
  });
  log.warn("draining: answers in flight are still sent");
  await handler.drain();
  await doneWithin(runtime.clock, LEAVE_MS, host.close());
  unlisten();
  return signal === SIGNALS.SIGTERM ? EXIT.ok : EXIT.signal + signal;
}

/** Waits for the first signal; a second one ends the process at once. */
async function untilSignal(
  runtime: Runtime,
  log: Logger,
  ready: () => void,
): Promise<number> {
  return await new Promise((resolve) => {
    let first: number | undefined;
    runtime.onSignal((signal) => {
      if (first !== undefined) runtime.exit(EXIT.signal + signal);
      first = signal;
      log.debug(`signal ${signal}`);
      resolve(signal);
    });
    ready();
  });
}

async function listen(
  runtime: Runtime,
  { host, port }: { host: string; port: number },
  fetch: (request: Request) => Promise<Response>,
): Promise<HttpHost> {
  try {
    return await runtime.serveHttp({ host: bareHost(host), port, fetch });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `cannot listen on ${host} port ${port}: ${reason}; choose another with --http [host:]port`,
    ]);
  }
}

/** One line per request: who, what and how long, never its contents. */
export function accessLine(access: Access): string {
  const { caller, method, tool, status, ms, traceparent, reason } = access;
  return [
    "http",
    `caller=${field(caller)}`,
    `method=${field(method)}`,
    ...tool === undefined ? [] : [`tool=${field(tool)}`],
    `status=${status}`,
    ...reason === undefined ? [] : [`reason=${reason}`],
    `ms=${ms.toFixed(1)}`,
    ...traceparent === undefined ? [] : [`traceparent=${traceparent}`],
  ].join(" ");
}

/** A client's own words must not look like more fields. */
function field(value = ""): string {
  if (value === "") return "-";
  return /^[\w@:./-]+$/.test(value) ? value : JSON.stringify(value);
}
