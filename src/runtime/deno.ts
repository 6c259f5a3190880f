/**
 * The runtime on the `Deno` namespace. Its `node:` layer is not touched before
 * files of a manual are opened: that alone would double the start-up time.
 *
 * @module
 */
import { files, os } from "./deno_files.ts";
import { checkDescriptors } from "./deno_modules.ts";
import {
  MAX_TIMER_MS,
  OutputError,
  rest,
  SIGNALS,
  systemClock,
} from "./runtime.ts";
import type { ByteWriter, Cancel, Runtime, Threads } from "./runtime.ts";

const READ_BYTES = 64 * 1024;
const MAX_PAUSE_MS = 50;
const LISTEN_AGAIN_MS = 1000;

/**
 * Does what a descriptor may not be ready for: whoever made it may have set it not
 * to wait, and then Deno does not wait either.
 */
async function whenReady<T>(run: () => Promise<T>): Promise<T> {
  for (let pauseMs = 1;; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

let unpooled: Deno.HttpClient | undefined;

/**
 * On a connection of its own: on one that was used before, Deno sends a request
 * a second time when the connection breaks.
 */
async function fetchOnce(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  unpooled ??= Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return await fetch(input, { ...init, client: unpooled });
}

async function readStdin(): Promise<Uint8Array | null> {
  // One buffer per read: the decoder keeps slices of it without copying.
  const buffer = new Uint8Array(READ_BYTES);
  const count = await whenReady(() => Deno.stdin.read(buffer));
  return count === null ? null : buffer.subarray(0, count);
}

function openStdin(): ReadableStream<Uint8Array> {
  // Under way at once, so that it overlaps the rest of the start.
  let first: Promise<Uint8Array | null> | undefined = readStdin();
  return new ReadableStream({
    async pull(controller): Promise<void> {
      const chunk = await (first ?? readStdin());
      first = undefined;
      if (chunk === null) controller.close();
      else controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });
}

function openOutput(
  target: { write(bytes: Uint8Array): Promise<number> },
): ByteWriter {
  return {
    async write(bytes): Promise<void> {
      // A pipe takes what fits (64 KiB on Linux), not all that is offered.
      for (let sent = 0; sent < bytes.length;) {
        const rest = bytes.subarray(sent);
        sent += await whenReady(() => target.write(rest));
      }
    },
    // The descriptor is left to the end of the process.
    close: () => Promise.resolve(),
  };
}

function writeAll(
  target: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += target.writeSync(bytes.subarray(sent));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      rest();
    }
  }
}

function writeStderr(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch {
    // Gone or full: a log line must never end the work it reports on.
    return;
  }
}

function writeStdout(text: string): void {
  try {
    writeAll(Deno.stdout, text);
  } catch (error) {
    throw new OutputError(error, error instanceof Deno.errors.BrokenPipe);
  }
}

function ifCapable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}

/** Tells whether a few files can be opened, as far as that may be tried. */
function canOpenSome(): boolean {
  try {
    checkDescriptors(import.meta.url);
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ||
      error instanceof Deno.errors.NotFound;
  }
}

// With the first CommonJS package Deno puts Node's in its place, and while that
// one's messages come, nothing else does: neither timers nor input.
const { MessageChannel } = globalThis;

let timed = false;

/**
 * The first `setTimeout` makes Deno load Node's timers, which takes longer than
 * all that a server does until its first answer. The first timer of a process
 * is therefore that of a signal; what comes later may use the real ones.
 */
function after(ms: number, run: () => void): Cancel {
  if (timed) return systemClock.after(ms, run);
  timed = true;
  const signal = AbortSignal.timeout(Math.max(0, Math.min(ms, MAX_TIMER_MS)));
  const onAbort = (): void => run();
  signal.addEventListener("abort", onAbort, { once: true });
  return () => signal.removeEventListener("abort", onAbort);
}

/** Waits for a message to itself: a tenth of what the shortest timer takes. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** What is global in a worker. */
interface WorkerScope {
  onmessage: (event: MessageEvent) => void;
  postMessage(message: unknown): void;
  close(): void;
}

const threads: Threads = {
  spare: () => Promise.resolve(Math.max(1, navigator.hardwareConcurrency - 1)),
  start({ message, died }) {
    const address = import.meta.resolve("../worker.ts");
    const worker = new Worker(address, { type: "module" });
    worker.onmessage = ({ data }) => message(data);
    worker.onerror = (event) => {
      // Or the process would end with it.
      event.preventDefault();
      died(new Error(event.message));
    };
    return Promise.resolve({
      post: (data) => worker.postMessage(data),
      close: () => worker.terminate(),
    });
  },
  listen(message) {
    const scope = globalThis as unknown as WorkerScope;
    scope.onmessage = ({ data }) => message(data);
    return Promise.resolve({
      post: (data) => scope.postMessage(data),
      close: () => scope.close(),
    });
  },
};

/** The runtime of this process, on Deno. */
export const runtime: Runtime = {
  os,
  runtimeVersion: `Deno ${Deno.version.deno}`,
  args: Deno.args,
  clock: { ...systemClock, after, turn },
  files,
  fetch: fetchOnce,
  threads,
  env: (name) => ifCapable(() => Deno.env.get(name)),
  envNames: () => ifCapable(() => Object.keys(Deno.env.toObject())),
  cwd: () => Deno.cwd(),
  parentPid: () => Deno.ppid,
  isTerminal: (stream) => Deno[stream].isTerminal(),
  columns() {
    try {
      return Deno.consoleSize().columns || undefined;
    } catch (error) {
      // This is how it says that no stream is a terminal.
      if (error instanceof Error) return undefined;
      throw error;
    }
  },
  openStdin,
  openStdout: () => openOutput(Deno.stdout),
  openStderr: () => openOutput(Deno.stderr),
  writeStderr,
  writeStdout,
  onSignal(run) {
    const stops: Cancel[] = [];
    function listen(): void {
      // Deno ends the process where it cannot open what it listens with. Until
      // then a signal ends it too, if less orderly.
      if (!canOpenSome()) {
        const timer = setTimeout(listen, LISTEN_AGAIN_MS);
        return void stops.push(() => clearTimeout(timer));
      }
      for (const [name, number] of Object.entries(SIGNALS)) {
        // Windows knows only SIGINT among ours (and SIGBREAK).
        if (Deno.build.os === "windows" && name !== "SIGINT") continue;
        const signal = name as keyof typeof SIGNALS;
        const listener = (): void => run(number);
        Deno.addSignalListener(signal, listener);
        stops.push(() => Deno.removeSignalListener(signal, listener));
      }
      if (Deno.build.os === "windows") return;
      // Heard, it leaves a write beyond the limit of a file to fail; unheard, it
      // ends the process.
      const ignore = (): void => undefined;
      Deno.addSignalListener("SIGXFSZ", ignore);
      stops.push(() => Deno.removeSignalListener("SIGXFSZ", ignore));
    }
    listen();
    return () => stops.splice(0).forEach((stop) => stop());
  },
  serveHttp({ host, port, fetch }) {
    const options = { hostname: host, port, onListen: () => undefined };
    const server = Deno.serve(options, (request) => fetch(request));
    return Promise.resolve({
      port: server.addr.port,
      close: () => server.shutdown(),
    });
  },
  onStray(run) {
    const onError = (event: ErrorEvent): void => {
      event.preventDefault();
      run(event.error);
    };
    const onRejection = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      run(event.reason);
    };
    addEventListener("error", onError);
    addEventListener("unhandledrejection", onRejection);
    return () => {
      removeEventListener("error", onError);
      removeEventListener("unhandledrejection", onRejection);
    };
  },
  exit: (code) => Deno.exit(code),
};
