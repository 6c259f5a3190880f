import type { ServerConfig } from "../config/start_settings.ts";
import type { Framing } from "../jsonrpc/framing.ts";
import {
  MessageDecoderStream,
  MessageEncoderStream,
  Outbox,
} from "../jsonrpc/message_streams.ts";
import type { JsonRpcNotification } from "../jsonrpc/messages.ts";
import { loadToolMethods, loadWatchParent } from "../lazy.ts";
import type { Logger } from "../log.ts";
import type { ByteWriter, Runtime } from "../runtime/runtime.ts";
import type { ToolRegistry, ToolSet } from "../tools/registry.ts";
import { Connection } from "./connection.ts";
import { instructionsFor, McpHandler } from "./mcp.ts";

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
  let inputs = 0;

  function loadRegistry(): Promise<ToolRegistry> {
    if (registry) return registry;
    const loading = registry = createRegistry();
    // Whoever waits hears of a failure; the next one tries again.
    loading.catch(() => registry = undefined);
    return loading;
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

  async function rest(): Promise<void> {
    try {
      await (await registry)?.rest();
    } catch (error) {
      // Nobody waits for it, and the connection is over anyway.
      log.debug(`cannot rest: ${error}`);
    }
  }

  return {
    async serve(transport): Promise<Ending> {
      connections++;
      inputs++;
      try {
        return await serveConnection(transport, {
          ...options,
          registry: loadRegistry,
          onListed: warm,
          onInputEnd(): void {
            // From then on only the calls in hand are worth any work.
            if (--inputs === 0) rest();
          },
        });
      } finally {
        if (--connections === 0) rest();
      }
    },
  };
}

/** What one client sends and receives. */
export interface Transport {
  /** What the client sends. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Takes what the client receives, a chunk at a time; closed at the end. */
  readonly writer: ByteWriter;
  /**
   * Answer in lines from the start, whatever the client sends.
   * @default {false}
   */
  readonly lines?: boolean;
  /** Aborts what is in flight and ends the connection. */
  readonly signal?: AbortSignal;
  /**
   * Called once the first messages have been dealt with: the time for what may
   * wait until the client has its first answer. `abort` does what `signal` does.
   */
  onStarted?(abort: () => void): void;
}

/** How a connection ended. */
export type Ending = "eof" | "aborted" | "broken_output" | "orphaned";

/** What a connection uses of its server. */
interface ConnectionOptions extends Omit<ServerOptions, "loadTools"> {
  registry(): Promise<ToolRegistry>;
  onListed(): void;
  onInputEnd(): void;
}

/**
 * Serves one connection to its end: bytes in, messages, answers, bytes out. At
 * the end of input what is in flight is still answered; an abort, a broken
 * output or a dead parent ends it at once.
 */
async function serveConnection(
  transport: Transport,
  options: ConnectionOptions,
): Promise<Ending> {
  const { config, log, runtime } = options;
  const parent = runtime.parentPid();
  const framing: Framing = { lines: transport.lines ?? false };
  const debug = log.isDebug() && { debug: (line: string) => log.debug(line) };
  const encoder = new MessageEncoderStream({ framing, ...debug });
  const outbox = new Outbox(encoder.writable);
  const connection = openConnection(outbox, options);
  const decoder = new MessageDecoderStream({
    maxMessageBytes: config.server.max_message_bytes,
    framing,
    ...debug,
  });
  const input = transport.readable.getReader();
  const feed = decoder.writable.getWriter();
  const messages = decoder.readable.getReader();
  const output = encoder.readable.getReader();

  let ending: Ending = "eof";
  let endNow = (): void => undefined;
  const stopped = new Promise<void>((resolve) => endNow = resolve);
  function stop(why: Ending): void {
    if (ending !== "eof") return;
    ending = why;
    connection.inFlight.abortAll(why);
    outbox.close();
    endNow();
    for (const reader of [input, messages]) reader.cancel(why).catch(note);
  }
  // Whatever fails while a side is given up has no one left to hear of it.
  const note = (error: unknown): void => log.debug(`closing: ${error}`);

  pump(input, feed).catch((error) => feed.abort(error)).catch(note);
  const written = pump(output, transport.writer).catch((error) => {
    log.debug(`cannot write: ${error}`);
    stop("broken_output");
    output.cancel(error).catch(note);
  });
  const abort = (): void => stop("aborted");
  if (transport.signal?.aborted) abort();
  transport.signal?.addEventListener("abort", abort, { once: true });

  let started = false;
  try {
    for (;;) {
      const { done, value } = await messages.read();
      if (done) break;
      for (const message of value) {
        connection.receive(message);
        if (outbox.full) await outbox.ready();
      }
      if (started) continue;
      started = true;
      outbox.flushed().then(() => transport.onStarted?.(abort));
    }
  } catch (error) {
    log.warn(`cannot read the input, which ends the connection: ${error}`);
  }
  options.onInputEnd();
  if (connection.busy) {
    const { watchParent } = await loadWatchParent();
    const unwatch = watchParent(runtime, parent, () => stop("orphaned"));
    await Promise.race([connection.idle(), stopped]);
    unwatch();
  }
  outbox.close();
  await Promise.race([written, stopped]);
  transport.signal?.removeEventListener("abort", abort);
  return ending;
}

/** A conversation whose answers and notifications go to the outbox. */
function openConnection(
  outbox: Outbox,
  { config, log, registry, onListed }: ConnectionOptions,
): Connection {
  function send(text: string): void {
    if (log.bodies) log.debug(`send json=${text}`);
    outbox.send(text);
  }
  const handler = new McpHandler({
    registry,
    instructions: instructionsFor(config),
    toolErrors: config.server.tool_errors,
    log,
    notify(method, params) {
      // A client that does not read misses signs of life, never an answer.
      if (outbox.full) return;
      const note: JsonRpcNotification = { jsonrpc: "2.0", method, params };
      send(JSON.stringify(note));
    },
    onListed,
  });
  return new Connection(handler, send, log);
}

/**
 * Moves chunks to the end, and ends the other side then. `pipeTo` would do the
 * same, but its first use is felt in every start.
 */
async function pump<T>(
  from: ReadableStreamDefaultReader<T>,
  to: Pick<WritableStreamDefaultWriter<T>, "write" | "close">,
): Promise<void> {
  for (;;) {
    const { done, value } = await from.read();
    if (done) return await to.close();
    await to.write(value);
  }
}
