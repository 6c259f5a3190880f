/**
 * The runtime on the `Deno` namespace. Its `node:` layer is not touched before
 * files of a manual are opened: that alone would double the start-up time.
 *
 * @module
 */
import { files, os } from "./deno_files.ts";
import { checkDescriptors } from "./deno_modules.ts";
import {
  openStderr,
  openStdin,
  openStdout,
  writeStderrSync,
  writeStdoutSync,
} from "./deno_stdio.ts";
import { MAX_TIMER_MS, OutputError, SIGNALS, systemClock } from "./runtime.ts";
import type {
  Cancel,
  HttpHost,
  HttpHostOptions,
  Runtime,
  Threads,
} from "./runtime.ts";

const LISTEN_AGAIN_MS = 1000;

let unpooled: Deno.HttpClient | undefined;

/**
 * Fetches over a connection of its own: over one that was used before, Deno
 * sends a request a second time when the connection breaks.
 */
async function fetchOnce(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  unpooled ??= Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return await fetch(input, { ...init, client: unpooled });
}

function writeStderr(text: string): void {
  try {
    writeStderrSync(text);
  } catch {
    // Its reader has gone: a log line must never end the work it reports on.
    return;
  }
}

function writeStdout(text: string): void {
  try {
    writeStdoutSync(text);
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

/** A value that is no text is none that Deno shows, except in its error. */
function readEnv(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (error instanceof Deno.errors.InvalidData) return "\u{fffd}";
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

/**
 * Serves HTTP until it is closed. Deno itself stops listening when it
 * cannot accept a connection, as where no descriptor is left: then it begins
 * anew as soon as that can be.
 */
function serveHttp(
  { host, port, fetch }: HttpHostOptions,
): Promise<HttpHost> {
  const listen = (at: number): Deno.HttpServer<Deno.NetAddr> =>
    Deno.serve(
      { hostname: host, port: at, onListen: () => undefined },
      (request) => fetch(request),
    );
  const first = listen(port);
  const at = first.addr.port;
  let server: typeof first | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function keep(current: typeof first): void {
    server = current;
    current.finished.catch(() => {
      server = undefined;
      if (!closed) listenSoon();
    });
  }
  function listenSoon(): void {
    timer = setTimeout(() => {
      try {
        keep(listen(at));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        listenSoon();
      }
    }, LISTEN_AGAIN_MS);
  }

  keep(first);
  return Promise.resolve({
    port: at,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await server?.shutdown();
    },
  });
}

/** The runtime of this process, on Deno. */
export const runtime: Runtime = {
  os,
  runtimeVersion: `Deno ${Deno.version.deno}`,
  args: Deno.args,
  clock: { ...systemClock, after, turn },
  files,
  fetch: fetchOnce,
  threads,
  env: (name) => ifCapable(() => readEnv(name)),
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
  openStdout,
  openStderr,
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
      // With a listener, a write beyond the size limit of files merely fails;
      // without one, the signal ends the process.
      const ignore = (): void => undefined;
      Deno.addSignalListener("SIGXFSZ", ignore);
      stops.push(() => Deno.removeSignalListener("SIGXFSZ", ignore));
    }
    listen();
    return () => stops.splice(0).forEach((stop) => stop());
  },
  serveHttp,
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
