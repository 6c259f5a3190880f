import type { Framing } from "../jsonrpc/framing.ts";
import {
  MessageDecoderStream,
  MessageEncoderStream,
  Outbox,
} from "../jsonrpc/message_streams.ts";
import type { JsonRpcNotification } from "../jsonrpc/messages.ts";
import {
  type ByteWriter,
  type Cancel,
  doneWithin,
  type Runtime,
} from "../runtime/runtime.ts";
import { STDIO_CALLER } from "../tools/caller.ts";
import { BodyLog } from "./body_log.ts";
import { Connection } from "./connection.ts";
import {
  type ServerOptions,
  SharedServer,
  type Visit,
} from "./shared_server.ts";

const CHECK_MS = 1000;
// How long storing what was indexed may hold up the end.
const LAST_SAVES_MS = 2000;

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

/** An MCP server; it can serve several connections. */
export interface Server {
  /** Serves one connection to its end. Never rejects for what a client does. */
  serve(transport: Transport): Promise<Ending>;
}

/** Makes a server. Nothing is loaded and nothing runs before `serve`. */
export function createServer(options: ServerOptions): Server {
  const shared = new SharedServer(options);
  return {
    async serve(transport): Promise<Ending> {
      const visit = shared.open();
      try {
        return await serveStdio(transport, shared, visit);
      } finally {
        // What is being stored is waited for, but not for ever.
        await doneWithin(options.runtime.clock, LAST_SAVES_MS, visit.close());
      }
    },
  };
}

/**
 * Serves one connection to its end: bytes in, messages, answers, bytes out. At
 * the end of input what is in flight is still answered; an abort, a broken
 * output or a dead parent ends it at once.
 */
async function serveStdio(
  transport: Transport,
  server: SharedServer,
  visit: Visit,
): Promise<Ending> {
  const { config, log, runtime } = server;
  const framing: Framing = { lines: transport.lines ?? false };
  const debug = log.isDebug() && { debug: (line: string) => log.debug(line) };
  const encoder = new MessageEncoderStream({ framing, ...debug });
  const outbox = new Outbox(encoder.writable);
  const bodies = log.bodies ? new BodyLog(log, runtime.clock) : undefined;
  const connection = openConnection(outbox, server, bodies);
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

  // From the first on: a client may die before it has said anything.
  const unwatch = watchParent(runtime, () => stop("orphaned"));
  let started = false;
  try {
    for (;;) {
      const { done, value } = await messages.read();
      if (done) break;
      for (const message of value) {
        bodies?.received(message);
        connection.receive(message);
        if (outbox.full) await outbox.ready();
        if (connection.inFlight.full) await connection.inFlight.ready();
      }
      if (started) continue;
      started = true;
      outbox.flushed().then(() => transport.onStarted?.(abort));
    }
  } catch (error) {
    log.warn(`cannot read the input, which ends the connection: ${error}`);
  }
  visit.inputEnded();
  if (connection.busy) await Promise.race([connection.idle(), stopped]);
  outbox.close();
  await Promise.race([written, stopped]);
  unwatch();
  transport.signal?.removeEventListener("abort", abort);
  return ending;
}

/** A conversation whose answers and notifications go to the outbox. */
function openConnection(
  outbox: Outbox,
  { handler, log }: SharedServer,
  bodies: BodyLog | undefined,
): Connection {
  function send(text: string): void {
    bodies?.sent(text);
    outbox.send(text);
  }
  return new Connection({
    handler,
    caller: STDIO_CALLER,
    log,
    send,
    notify(method, params) {
      // A client that does not read misses signs of life, never an answer.
      if (outbox.full) return;
      const note: JsonRpcNotification = { jsonrpc: "2.0", method, params };
      send(JSON.stringify(note));
    },
    room: () => outbox.ready(),
  });
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

/**
 * Calls `orphaned` once when the parent process changes. Nothing else tells that
 * nobody waits for answers any more: the input may have ended before, or be held
 * open by a third process.
 */
function watchParent(
  { clock, parentPid }: Pick<Runtime, "clock" | "parentPid">,
  orphaned: () => void,
): Cancel {
  const parent = parentPid();
  let cancel: Cancel;
  function check(): void {
    if (parentPid() !== parent) orphaned();
    else cancel = clock.after(CHECK_MS, check);
  }
  cancel = clock.after(CHECK_MS, check);
  return () => cancel();
}
