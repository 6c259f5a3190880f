/**
 * The runtime on Node's built-ins; the npm build puts it in place of
 * `deno.ts`.
 *
 * @module
 */
import { codeOf } from "./file_guard.ts";
import { files, fs, os } from "./node_files.ts";
import { EXIT, OutputError, rest, SIGNALS, systemClock } from "./runtime.ts";
import type { ByteWriter, Runtime, Threads } from "./runtime.ts";

const { process } = globalThis;

const SWEEP_MS = 20;

const DISPATCHER = Symbol.for("undici.globalDispatcher.1");
const PATIENT = { headersTimeout: 0, bodyTimeout: 0 } as const;
let dispatcher: Promise<object | undefined> | undefined;

/**
 * A dispatcher like Node's own, or like the one that was put in its place, but
 * without its limits of 300 s. None if that cannot be made: then the limits
 * stay.
 */
async function patientDispatcher(): Promise<object | undefined> {
  // Node 20 makes its own on first use.
  await fetch("data:,");
  const shared: unknown = Reflect.get(globalThis, DISPATCHER);
  if (typeof shared !== "object" || shared === null) return undefined;
  try {
    return Reflect.construct(
      shared.constructor as new (options: object) => object,
      [PATIENT],
    );
  } catch (error) {
    // One that wants more than options, such as the address of a proxy.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

async function fetchPatiently(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const patient = await (dispatcher ??= patientDispatcher().catch((error) => {
    // What failed once, as without a free descriptor, may work the next time.
    dispatcher = undefined;
    throw error;
  }));
  const options: RequestInit & { dispatcher?: object } = patient === undefined
    ? { ...init }
    : { ...init, dispatcher: patient };
  return await fetch(input, options);
}

/** Made by hand on stdin's events: `Readable.toWeb` starts slower. */
function openStdin(): ReadableStream<Uint8Array> {
  const stdin = process.stdin;
  return new ReadableStream<Uint8Array>({
    start(controller): void {
      stdin.pause();
      stdin.on("data", (chunk: Uint8Array) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) stdin.pause();
      });
      stdin.once("end", () => controller.close());
      stdin.once("error", (error) => controller.error(error));
    },
    pull(): void {
      stdin.resume();
    },
    cancel(): void {
      stdin.destroy();
    },
    // Not 0: pausing stdin after each chunk is felt in every round trip.
  }, { highWaterMark: 8 });
}

function openOutput(
  target: NodeJS.WriteStream,
  descriptor: number,
): ByteWriter {
  // The write's callback gets it too; but unheard, the event would kill.
  target.on("error", () => undefined);
  // A terminal that somebody has stopped would stop the whole program.
  if (target.isTTY) doNotBlock(target);
  const isFile = fs.fstatSync(descriptor).isFile();
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        // Of a file on a full disk, Node's stream forgets what did not fit.
        if (isFile) return resolve(writeBytes(descriptor, bytes));
        target.write(bytes, (error) => error ? reject(error) : resolve());
      }),
    // The descriptor is left to the end of the process.
    close: () => Promise.resolve(),
  };
}

/** Undoes what Node does to the stream of a terminal. */
function doNotBlock(target: NodeJS.WriteStream): void {
  const { _handle: handle } = target as {
    _handle?: { setBlocking?(blocks: boolean): void };
  };
  handle?.setBlocking?.(false);
}

/** `fs.writeSync`, because a process about to exit does not flush a pipe. */
function writeAll(descriptor: number, text: string): void {
  writeBytes(descriptor, new TextEncoder().encode(text));
}

function writeBytes(descriptor: number, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += fs.writeSync(descriptor, bytes, sent);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      rest();
    }
  }
}

function writeStderr(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // Its reader has gone: a log line must never end the work it reports on.
    return;
  }
}

function writeStdout(text: string): void {
  try {
    writeAll(1, text);
  } catch (error) {
    throw new OutputError(error, codeOf(error) === "EPIPE");
  }
}

/**
 * Questions to a name server, which run in threads of Node's pool. `process.exit`
 * waits for those threads, and such a server may never answer.
 */
const IN_POOL = new Set(["GetAddrInfoReqWrap", "GetNameInfoReqWrap"]);

function asksNameServer(): boolean {
  return process.getActiveResourcesInfo().some((name) => IN_POOL.has(name));
}

/** How long the end waits for a name server, so as to end with its own code. */
const LOOKUP_MS = 2000;

/** Exits once no name server is asked, or where nothing can hold it. */
function exitSoon(code: number, deadline: number): void {
  process.exitCode = code;
  if (!asksNameServer()) process.exit(code);
  if (Date.now() > deadline) kill(code);
  setTimeout(exitSoon, 5, code, deadline);
}

/** Ends the process where nothing can hold it: in the system. */
function kill(code: number): void {
  const signals: readonly [string, number][] = Object.entries(SIGNALS);
  const [name = "SIGKILL"] = signals
    .find(([, number]) => EXIT.signal + number === code) ?? [];
  process.removeAllListeners(name);
  process.kill(process.pid, name);
  // Whoever started us may have had that signal ignored.
  process.kill(process.pid, "SIGKILL");
}

const threads: Threads = {
  async spare() {
    const { availableParallelism } = await import("node:os");
    return Math.max(1, availableParallelism() - 1);
  },
  async start({ message, died }) {
    const { Worker } = await import("node:worker_threads");
    // The build puts it beside the chunk that this module is in.
    const worker = new Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", message);
    worker.on("error", died);
    worker.on("exit", (code) => died(new Error(`It ended with ${code}`)));
    return {
      post: (data) => worker.postMessage(data),
      close: () => void worker.terminate(),
    };
  },
  async listen(message) {
    const { parentPort } = await import("node:worker_threads");
    if (!parentPort) throw new TypeError("Not in a thread");
    parentPort.on("message", message);
    return {
      post: (data) => parentPort.postMessage(data),
      close: () => parentPort.close(),
    };
  },
};

/** The runtime of this process, on Node. */
export const runtime: Runtime = {
  os,
  runtimeVersion: `Node ${process.versions.node}`,
  args: process.argv.slice(2),
  clock: {
    ...systemClock,
    turn: () => new Promise((resolve) => globalThis.setImmediate(resolve)),
  },
  files,
  fetch: fetchPatiently,
  threads,
  env: (name) => process.env[name],
  envNames: () => Object.keys(process.env),
  cwd: () => process.cwd(),
  parentPid: () => process.ppid,
  isTerminal: (stream) => process[stream].isTTY === true,
  columns: () => process.stderr.columns || process.stdout.columns || undefined,
  openStdin,
  openStdout: () => openOutput(process.stdout, 1),
  openStderr: () => openOutput(process.stderr, 2),
  writeStderr,
  writeStdout,
  onSignal(run) {
    const stops = Object.entries(SIGNALS).map(([name, number]) => {
      const listener = (): void => run(number);
      process.on(name, listener);
      return () => process.off(name, listener);
    });
    return () => stops.splice(0).forEach((stop) => stop());
  },
  async serveHttp({ host, port, fetch }) {
    const { serve } = await import("srvx/node");
    const server = serve({
      hostname: host,
      port,
      fetch,
      silent: true,
      gracefulShutdown: false,
    });
    await server.ready();
    const listener = server.node?.server;
    const address = listener?.address();
    return {
      port: typeof address === "object" && address ? address.port : port,
      async close() {
        // Connections that only might be used again would hold it open.
        const sweep = setInterval(() => {
          if (listener && "closeIdleConnections" in listener) {
            listener.closeIdleConnections();
          }
        }, SWEEP_MS);
        await server.close().finally(() => clearInterval(sweep));
      },
    };
  },
  onStray(run) {
    const listener = (error: unknown): void => run(error);
    const events = ["uncaughtException", "unhandledRejection", "warning"];
    // Node's own writes warnings to standard error, at once.
    const own = process.listeners("warning");
    process.removeAllListeners("warning");
    for (const event of events) process.on(event, listener);
    return () => {
      for (const event of events) process.off(event, listener);
      for (const each of own) process.on("warning", each);
    };
  },
  exit(code) {
    if (!asksNameServer()) return process.exit(code);
    if (code >= EXIT.signal) kill(code);
    return exitSoon(code, Date.now() + LOOKUP_MS) as never;
  },
};
