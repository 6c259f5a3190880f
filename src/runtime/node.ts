/**
 * The runtime on Node's built-ins; the npm build puts it in the place of
 * `deno.ts`.
 *
 * @module
 */
import type { BigIntStats, Dirent, Stats } from "node:fs";
import {
  createFileGuard,
  FileError,
  OutputError,
  systemClock,
} from "./runtime.ts";
import type {
  ByteWriter,
  FileErrorKind,
  FileKind,
  Files,
  FileStat,
  OpenFile,
  Runtime,
} from "./runtime.ts";

// An import of `node:fs` or `node:process` reads all that they export, and so
// loads what would load on first use: promises, streams, standard error.
const { process } = globalThis;
const fs: typeof import("node:fs") =
  // Node has it from 20.16 on.
  process.getBuiltinModule?.("node:fs") ?? await import("node:fs");

const PRIVATE = 0o600;
// An error that is thrown only to be caught would cost more than the look.
const MAYBE = { throwIfNoEntry: false } as const;
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

const ERROR_KINDS: Readonly<Record<string, FileErrorKind>> = {
  ENOENT: "not_found",
  // Nothing can have such a name.
  ENAMETOOLONG: "not_found",
  EACCES: "denied",
  EPERM: "denied",
  EEXIST: "exists",
  ENOTDIR: "not_a_directory",
  EISDIR: "is_a_directory",
  ENOSPC: "no_space",
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function errorKind(error: unknown): FileErrorKind {
  return ERROR_KINDS[codeOf(error)] ?? "other";
}

const guard = createFileGuard(errorKind);

function kindOf(info: Dirent | Stats): FileKind {
  if (info.isSymbolicLink()) return "symlink";
  if (info.isFile()) return "file";
  return info.isDirectory() ? "dir" : "other";
}

/**
 * The time of modification as Deno tells it, because they share indexes: cut to
 * milliseconds. `mtime` would be rounded, and `mtimeMs` is a double, which is
 * rounded up where less than a ten-thousandth is missing.
 */
function mtimeOf(
  { mtimeMs }: Stats,
  exactly: () => BigIntStats | undefined,
): number {
  const ms = Math.floor(mtimeMs);
  // Whole seconds are what archives keep, and hardly ever rounded.
  if (ms !== mtimeMs || ms % 1000 === 0) return ms;
  const ns = exactly()?.mtimeNs ?? 0n;
  return ns / 1_000_000n === BigInt(ms - 1) ? ms - 1 : ms;
}

function statWith(
  stat: typeof fs.statSync | typeof fs.lstatSync,
  path: string,
): FileStat | undefined {
  try {
    const info = stat(path, MAYBE);
    return info && {
      kind: kindOf(info),
      size: info.size,
      mtimeMs: mtimeOf(info, () => stat(path, { ...MAYBE, bigint: true })),
      ctimeSec: Math.floor(info.ctimeMs / 1000),
    };
  } catch (error) {
    const kind = errorKind(error);
    if (kind === "not_found" || kind === "not_a_directory") return undefined;
    throw new FileError(kind, path, error);
  }
}

function openSync(path: string): OpenFile {
  const file = guard.run(path, () => fs.openSync(path, "r"));
  return {
    readSync: (target, at) =>
      guard.run(path, () => {
        let filled = 0;
        while (filled < target.length) {
          const rest = target.length - filled;
          const count = fs.readSync(file, target, filled, rest, at + filled);
          if (count === 0) break;
          filled += count;
        }
        return filled;
      }),
    close: () => fs.closeSync(file),
  };
}

/**
 * Node's own `recursive` tries without end where a directory is there and yet
 * none can be made in it, as below an automounter's.
 */
function makeDirSync(path: string, dirname: (path: string) => string): void {
  const isThere = (): boolean =>
    fs.statSync(path, MAYBE)?.isDirectory() === true;
  if (isThere()) return;
  const parent = dirname(path);
  if (parent !== path) makeDirSync(parent, dirname);
  try {
    fs.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isThere()) throw error;
  }
}

const files: Files = {
  readText: (path) => guard.wait(path, fs.promises.readFile(path, "utf8")),
  readSync: (path) => guard.run(path, () => fs.readFileSync(path)),
  openSync,
  statSync: (path) => statWith(fs.statSync, path),
  lstatSync: (path) => statWith(fs.lstatSync, path),
  listSync: (path) =>
    guard.run(path, () =>
      fs.readdirSync(path, { withFileTypes: true })
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))),
  realPathSync: (path) => guard.run(path, () => fs.realpathSync(path)),
  appendSync: (path, data) =>
    guard.run(path, () => fs.appendFileSync(path, data, { mode: PRIVATE })),
  createSync: (path, data) =>
    guard.run(path, () => {
      fs.writeFileSync(path, data, { flag: "wx", mode: PRIVATE });
    }),
  renameSync: (from, to) => guard.run(from, () => fs.renameSync(from, to)),
  remove: (path) => guard.wait(path, fs.promises.rm(path)),
  async makeDir(path) {
    const { dirname } = await import("node:path");
    guard.run(path, () => makeDirSync(path, dirname));
  },
};

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
  const patient = await (dispatcher ??= patientDispatcher());
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

function openOutput(target: NodeJS.WriteStream): ByteWriter {
  // The write's callback gets it too; but unheard, the event would kill.
  target.on("error", () => undefined);
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        target.write(bytes, (error) => error ? reject(error) : resolve());
      }),
    // The descriptor is left to the end of the process.
    close: () => Promise.resolve(),
  };
}

/** `fs.writeSync`, because a process about to exit does not flush a pipe. */
function writeAll(descriptor: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += fs.writeSync(descriptor, bytes, sent);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
    }
  }
}

function writeStderr(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // Gone or full: a log line must never end the work it reports on.
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

const OS = { linux: "linux", darwin: "darwin", win32: "windows" } as const;

/** The runtime of this process, on Node. */
export const runtime: Runtime = {
  os: process.platform in OS
    ? OS[process.platform as keyof typeof OS]
    : "other",
  args: process.argv.slice(2),
  clock: systemClock,
  files,
  fetch: fetchPatiently,
  env: (name) => process.env[name],
  envNames: () => Object.keys(process.env),
  cwd: () => process.cwd(),
  parentPid: () => process.ppid,
  isTerminal: (stream) => process[stream].isTTY === true,
  openStdin,
  openStdout: () => openOutput(process.stdout),
  openStderr: () => openOutput(process.stderr),
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
  exit: (code) => process.exit(code),
};
