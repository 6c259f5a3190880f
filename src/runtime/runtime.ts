/**
 * All that the program needs from the machine: the process, its streams, files,
 * environment and clocks. `deno.ts` and `node.ts` implement it; everything
 * below `main.ts` receives it as a value, so that tests can replace any part.
 *
 * @module
 */
import type {
  ByteWriter,
  Fetch,
  HttpHost,
  HttpHostOptions,
} from "./streams.ts";
import type { Threads } from "./threads.ts";

/** Stops what it was returned for; calling it again does nothing. */
export type Cancel = () => void;

/** Clocks, in milliseconds. */
export interface Clock {
  /** Wall clock: milliseconds since the epoch. May jump. */
  now(): number;
  /** Monotonic clock for measuring; its zero is arbitrary. */
  monotonic(): number;
  /** Runs `run` once after `ms`, 24 days at most, unless cancelled before. */
  after(ms: number, run: () => void): Cancel;
  /** Lets everything else have its turn: timers, signals, input. */
  turn(): Promise<void>;
}

/** What a path names. */
export type FileKind = "file" | "dir" | "symlink" | "other";

/** The part of a file's status that we use. */
export interface FileStat {
  /** What it is. */
  kind: FileKind;
  /** Length in bytes. */
  size: number;
  /** Modification time in milliseconds since the epoch. */
  mtimeMs: number;
  /**
   * When anything about it last changed, in seconds since the epoch, which is
   * all that Deno tells; 0 where it is not known. Unlike the modification time
   * it cannot be set back.
   */
  ctimeSec: number;
  /** The device that it is on; 0 where it is not known. */
  dev: number;
  /** Its number on that device; 0 where it is not known. */
  ino: number;
}

/** One entry of a directory; links are not followed. */
export interface DirEntry {
  /** Its name in the directory. */
  name: string;
  /** What it is. */
  kind: FileKind;
}

/** Why a file operation failed, the same under every runtime. */
export type FileErrorKind =
  | "not_found"
  | "denied"
  | "exists"
  | "not_a_directory"
  | "is_a_directory"
  | "not_a_file"
  | "moved"
  | "no_space"
  | "other";

/** A failed file operation. */
export class FileError extends Error {
  /** Tells it from other errors. */
  override readonly name = "FileError";
  /** What went wrong, in one word. */
  readonly kind: FileErrorKind;
  /** The path that was asked for. */
  readonly path: string;

  /** Wraps the runtime's own error as `cause`. */
  constructor(kind: FileErrorKind, path: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kind;
    this.path = path;
  }
}

/** Standard output that could not be written to. */
export class OutputError extends Error {
  /** Tells it from other errors. */
  override readonly name = "OutputError";
  /** Whoever read it has gone, as `head` does: nothing to complain about. */
  readonly closed: boolean;

  /** Wraps the runtime's own error as `cause`. */
  constructor(cause: unknown, closed: boolean = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.closed = closed;
  }
}

/** A file that is open for reading. */
export interface OpenFile {
  /** Fills `target` from offset `at`; returns how many bytes there were. */
  readSync(target: Uint8Array, at: number): number;
  /** Closes it; nothing can be read any more. */
  close(): void;
}

/**
 * Files. Every method throws {@linkcode FileError}, except that `statSync` and
 * `lstatSync` answer `undefined` for a path that does not exist. The synchronous
 * ones are several times faster than the asynchronous ones in bulk work.
 */
export interface Files {
  /**
   * A whole file that the user has named: it may be a link, or a pipe, for whose
   * writer it waits a few seconds. What is longer than anybody writes fails.
   */
  readTrustedSync(path: string): Uint8Array;
  /**
   * A whole regular file that lies at this very path, which must be real: no
   * link is followed and nothing waits, whatever others put in its place.
   *
   * @throws {FileError} `moved` for what is reached by a link or is exchanged
   * meanwhile, `not_a_file` for what is none.
   */
  readSync(path: string): Uint8Array;
  /** Opens a regular file of our own to read parts of it. */
  openSync(path: string): OpenFile;
  /** Follows links. */
  statSync(path: string): FileStat | undefined;
  /** Does not follow links. */
  lstatSync(path: string): FileStat | undefined;
  /**
   * The entries of a directory that lies at this very path, as `readSync` has
   * it, in no particular order.
   */
  listSync(path: string): DirEntry[];
  /**
   * The entries of a directory wherever links lead: for names to show, never for
   * what is read. It costs next to nothing at a start, which `listSync` does on
   * Deno.
   */
  namesSync(path: string): DirEntry[];
  /** The path with every link resolved. */
  realPathSync(path: string): string;
  /**
   * Appends to a file, created readable by its owner only. Where that would
   * wait for a reader, as in a named pipe, it fails.
   */
  appendSync(path: string, data: Uint8Array): void;
  /** Creates a file, readable by its owner only; fails if it `exists`. */
  createSync(path: string, data: Uint8Array): void;
  /** Moves a file, over an existing one. */
  renameSync(from: string, to: string): void;
  /** Deletes a file. */
  remove(path: string): Promise<void>;
  /** Creates a directory and its parents. */
  makeDir(path: string): Promise<void>;
}

export type * from "./streams.ts";
export type * from "./threads.ts";

/** The process and its machine. */
export interface Runtime {
  /** The operating system. */
  readonly os: "linux" | "darwin" | "windows" | "other";
  /** What runs the program, such as `Deno 2.9.6`. */
  readonly runtimeVersion: string;
  /** Command-line arguments without the program. */
  readonly args: readonly string[];
  /** Time. */
  readonly clock: Clock;
  /** Files. */
  readonly files: Files;
  /**
   * Asks a server. A request is sent once, whatever becomes of its connection,
   * and no time-out but its signal ends the wait: it may have been paid for.
   */
  readonly fetch: Fetch;
  /** Threads beside this one. */
  readonly threads: Threads;
  /** An environment variable; `undefined` when unset or not permitted. */
  env(name: string): string | undefined;
  /** The names of all variables; `undefined` when not permitted. */
  envNames(): readonly string[] | undefined;
  /** The working directory. */
  cwd(): string;
  /** The parent's process id now; it changes when the parent dies. */
  parentPid(): number;
  /** Whether that stream is a terminal. */
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** How wide the terminal is; `undefined` where there is none. */
  columns(): number | undefined;
  /** Standard input. To be called at most once. */
  openStdin(): ReadableStream<Uint8Array>;
  /** Standard output. To be called at most once. */
  openStdout(): ByteWriter;
  /** Standard error, for writes that may wait. To be called at most once. */
  openStderr(): ByteWriter;
  /** Writes to standard error at once; what cannot be written is lost. */
  writeStderr(text: string): void;
  /**
   * Writes text to standard output at once: for all but serving.
   *
   * @throws {OutputError} when it cannot be written.
   */
  writeStdout(text: string): void;
  /** Calls `run` with the signal's number on SIGINT, SIGTERM and SIGHUP. */
  onSignal(run: (signal: number) => void): Cancel;
  /**
   * Listens for HTTP.
   *
   * @throws {Error} when the address cannot be had.
   */
  serveHttp(options: HttpHostOptions): Promise<HttpHost>;
  /**
   * Calls `run` with errors that nobody caught, and with the runtime's own
   * warnings, which it would write to standard error, waiting for its reader.
   */
  onStray(run: (error: unknown) => void): Cancel;
  /** Ends the process at once, whatever it waits for. */
  exit(code: number): never;
}

/** Exit codes of the program; a signal's number is added to `signal`. */
export const EXIT = { ok: 0, failure: 1, usage: 2, signal: 128 } as const;

/** The signals that end the program, by their names. */
export const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** So many bytes a pipe takes whole or not at all, on every system. */
export const PIPE_AT_ONCE = 512;

const REST_MS = 10;

/** Blocks for a moment, where a full pipe fails instead of blocking. */
export function rest(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST_MS);
}

/** The longest that a timer can be; `setTimeout` takes more for 1 ms. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** What the clocks of all runtimes share, which is web-standard. */
export const systemClock: Omit<Clock, "turn"> = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Waits for work, but not for ever; `false` when time was up first. */
export async function doneWithin(
  clock: Pick<Clock, "after">,
  ms: number,
  work: Promise<unknown>,
): Promise<boolean> {
  let cancel: Cancel = () => {};
  const late = new Promise<false>((resolve) => {
    cancel = clock.after(ms, () => resolve(false));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    cancel();
  }
}
