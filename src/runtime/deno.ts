/**
 * The runtime on the `Deno` namespace. Its `node:` layer is never touched: that
 * alone would double the start-up time.
 *
 * @module
 */
import {
  createFileGuard,
  FileError,
  OutputError,
  systemClock,
} from "./runtime.ts";
import type {
  ByteWriter,
  DirEntry,
  FileErrorKind,
  FileKind,
  Files,
  FileStat,
  OpenFile,
  Runtime,
} from "./runtime.ts";

const READ_BYTES = 64 * 1024;
const PRIVATE = 0o600;
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

const ERROR_KINDS: Readonly<Record<string, FileErrorKind>> = {
  NotFound: "not_found",
  PermissionDenied: "denied",
  NotCapable: "denied",
  AlreadyExists: "exists",
  NotADirectory: "not_a_directory",
  IsADirectory: "is_a_directory",
};

function errorKind(error: unknown): FileErrorKind {
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ENOSPC") return "no_space";
  // Nothing can have such a name.
  if (code === "ENAMETOOLONG") return "not_found";
  return ERROR_KINDS[name] ?? "other";
}

const guard = createFileGuard(errorKind);

function kindOf(info: Deno.DirEntry | Deno.FileInfo): FileKind {
  if (info.isSymlink) return "symlink";
  if (info.isFile) return "file";
  return info.isDirectory ? "dir" : "other";
}

function statWith(
  stat: (path: string) => Deno.FileInfo,
  path: string,
): FileStat | undefined {
  try {
    const info = stat(path);
    const mtimeMs = info.mtime?.getTime() ?? 0;
    const ctimeSec = Math.floor((info.ctime?.getTime() ?? 0) / 1000);
    return { kind: kindOf(info), size: info.size, mtimeMs, ctimeSec };
  } catch (error) {
    const kind = errorKind(error);
    if (kind === "not_found" || kind === "not_a_directory") return undefined;
    throw new FileError(kind, path, error);
  }
}

function openSync(path: string): OpenFile {
  const file = guard.run(path, () => Deno.openSync(path));
  return {
    readSync: (target, at) =>
      guard.run(path, () => {
        file.seekSync(at, Deno.SeekMode.Start);
        let filled = 0;
        while (filled < target.length) {
          const count = file.readSync(target.subarray(filled));
          if (count === null) break;
          filled += count;
        }
        return filled;
      }),
    close: () => file.close(),
  };
}

const files: Files = {
  readText: (path) => guard.wait(path, Deno.readTextFile(path)),
  readSync: (path) => guard.run(path, () => Deno.readFileSync(path)),
  openSync,
  statSync: (path) => statWith(Deno.statSync, path),
  lstatSync: (path) => statWith(Deno.lstatSync, path),
  listSync: (path) =>
    guard.run(path, () => {
      const entries: DirEntry[] = [];
      for (const entry of Deno.readDirSync(path)) {
        entries.push({ name: entry.name, kind: kindOf(entry) });
      }
      return entries;
    }),
  realPathSync: (path) => guard.run(path, () => Deno.realPathSync(path)),
  appendSync: (path, data) =>
    guard.run(path, () => {
      Deno.writeFileSync(path, data, { append: true, mode: PRIVATE });
    }),
  createSync: (path, data) =>
    guard.run(path, () => {
      Deno.writeFileSync(path, data, { createNew: true, mode: PRIVATE });
    }),
  renameSync: (from, to) => guard.run(from, () => Deno.renameSync(from, to)),
  remove: (path) => guard.wait(path, Deno.remove(path)),
  makeDir: (path) =>
    guard.wait(path, Deno.mkdir(path, { recursive: true, mode: 0o700 })),
};

/**
 * On a connection of its own: on one that was used before, Deno sends a request
 * a second time when the connection breaks. The client goes when the answer has
 * begun; what is left of that needs it no more.
 */
async function fetchOnce(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  try {
    return await fetch(input, { ...init, client });
  } finally {
    client.close();
  }
}

async function readStdin(): Promise<Uint8Array | null> {
  // One buffer per read: the decoder keeps slices of it without copying.
  const buffer = new Uint8Array(READ_BYTES);
  const count = await Deno.stdin.read(buffer);
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
        sent += await target.write(bytes.subarray(sent));
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
    sent += target.writeSync(bytes.subarray(sent));
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

/** The runtime of this process, on Deno. */
export const runtime: Runtime = {
  os: Deno.build.os === "linux" || Deno.build.os === "darwin" ||
      Deno.build.os === "windows"
    ? Deno.build.os
    : "other",
  args: Deno.args,
  clock: systemClock,
  files,
  fetch: fetchOnce,
  env: (name) => ifCapable(() => Deno.env.get(name)),
  envNames: () => ifCapable(() => Object.keys(Deno.env.toObject())),
  cwd: () => Deno.cwd(),
  parentPid: () => Deno.ppid,
  isTerminal: (stream) => Deno[stream].isTerminal(),
  openStdin,
  openStdout: () => openOutput(Deno.stdout),
  openStderr: () => openOutput(Deno.stderr),
  writeStderr,
  writeStdout,
  onSignal(run) {
    const stops = Object.entries(SIGNALS).flatMap(([name, number]) => {
      // Windows knows only SIGINT among ours (and SIGBREAK).
      if (Deno.build.os === "windows" && name !== "SIGINT") return [];
      const signal = name as keyof typeof SIGNALS;
      const listener = (): void => run(number);
      Deno.addSignalListener(signal, listener);
      return [() => Deno.removeSignalListener(signal, listener)];
    });
    return () => stops.splice(0).forEach((stop) => stop());
  },
  exit: (code) => Deno.exit(code),
};
