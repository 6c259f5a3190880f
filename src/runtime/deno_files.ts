/**
 * Files on the `Deno` namespace, and on `node:fs` where that has no flags for
 * what is needed. Loading the latter takes as long as a whole start, so it waits
 * until files of a manual are opened.
 *
 * @module
 */
import { createFileGuard } from "./file_guard.ts";
import { createPlainFiles } from "./plain_files.ts";
import { createTrustedFiles } from "./trusted_files.ts";
import { FileError } from "./runtime.ts";
import type {
  DirEntry,
  FileErrorKind,
  FileKind,
  Files,
  FileStat,
  OpenFile,
  Runtime,
} from "./runtime.ts";

const PRIVATE = 0o600;

const ERROR_KINDS: Readonly<Record<string, FileErrorKind>> = {
  NotFound: "not_found",
  PermissionDenied: "denied",
  NotCapable: "denied",
  AlreadyExists: "exists",
  NotADirectory: "not_a_directory",
  IsADirectory: "is_a_directory",
  // Those of `node:fs`, and of what Deno has no names for.
  EACCES: "denied",
  EEXIST: "exists",
  EISDIR: "is_a_directory",
  // Opened as no link, it is one now.
  ELOOP: "moved",
  // Nothing can have such a name.
  ENAMETOOLONG: "not_found",
  ENOENT: "not_found",
  ENOSPC: "no_space",
  ENOTDIR: "not_a_directory",
  EPERM: "denied",
};

function errorKind(error: unknown): FileErrorKind {
  if (!(error instanceof Error)) return "other";
  const code = "code" in error ? String(error.code) : "";
  return ERROR_KINDS[code] ?? ERROR_KINDS[error.name] ?? "other";
}

const guard = createFileGuard(errorKind);

function kindOf(info: Deno.DirEntry | Deno.FileInfo): FileKind {
  if (info.isSymlink) return "symlink";
  if (info.isFile) return "file";
  return info.isDirectory ? "dir" : "other";
}

function toFileStat(info: Deno.FileInfo): FileStat {
  return {
    kind: kindOf(info),
    size: info.size,
    mtimeMs: info.mtime?.getTime() ?? 0,
    ctimeSec: Math.floor((info.ctime?.getTime() ?? 0) / 1000),
    dev: info.dev,
    ino: info.ino ?? 0,
  };
}

function statWith(
  stat: (path: string) => Deno.FileInfo,
  path: string,
): FileStat | undefined {
  try {
    return toFileStat(stat(path));
  } catch (error) {
    const kind = errorKind(error);
    if (kind === "not_found" || kind === "not_a_directory") return undefined;
    throw new FileError(kind, path, error);
  }
}

/** `Deno.open` knows no flags, and so follows links and waits for pipes. */
function nodeFiles(): typeof import("node:fs") {
  return globalThis.process.getBuiltinModule("node:fs");
}

/** Through `/proc`, where it exists and is permitted: a third of the time. */
function fstat(descriptor: number): FileStat {
  try {
    return toFileStat(Deno.statSync(`/proc/self/fd/${descriptor}`));
  } catch {
    const info = nodeFiles().fstatSync(descriptor);
    return {
      kind: info.isFile() ? "file" : info.isDirectory() ? "dir" : "other",
      size: info.size,
      mtimeMs: Math.floor(info.mtimeMs),
      ctimeSec: Math.floor(info.ctimeMs / 1000),
      dev: info.dev,
      ino: info.ino,
    };
  }
}

function listSync(path: string): DirEntry[] {
  const entries: DirEntry[] = [];
  for (const entry of Deno.readDirSync(path)) {
    entries.push({ name: entry.name, kind: kindOf(entry) });
  }
  return entries;
}

/** Without `node:fs`: a tenth of what the first search of a process takes. */
function open(path: string): OpenFile {
  const file = guard.run(path, () => Deno.openSync(path));
  const readSync = (target: Uint8Array, at: number): number => {
    file.seekSync(at, Deno.SeekMode.Start);
    let filled = 0;
    while (filled < target.length) {
      const count = file.readSync(target.subarray(filled));
      if (count === null) break;
      filled += count;
    }
    return filled;
  };
  return {
    readSync: (target, at) => guard.run(path, () => readSync(target, at)),
    close: () => file.close(),
  };
}

/** Not `Deno.writeFileSync`, which waits for the reader of a named pipe. */
function appendSync(path: string, data: Uint8Array): void {
  const { openSync, writeSync, closeSync, constants } = nodeFiles();
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT |
    (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(path, flags, PRIVATE);
  try {
    for (let sent = 0; sent < data.length;) {
      sent += writeSync(descriptor, data, sent);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The operating system. */
export const os: Runtime["os"] =
  Deno.build.os === "linux" || Deno.build.os === "darwin" ||
    Deno.build.os === "windows"
    ? Deno.build.os
    : "other";

/** The files of this machine. */
export const files: Files = {
  statSync: (path) => statWith(Deno.statSync, path),
  lstatSync: (path) => statWith(Deno.lstatSync, path),
  ...createTrustedFiles({
    guard,
    nodeFiles,
    stat: (path) => statWith(Deno.statSync, path),
    read: Deno.readFileSync,
    open,
  }),
  ...createPlainFiles({
    os,
    guard,
    nodeFiles,
    lstat: (path) => statWith(Deno.lstatSync, path),
    fstat,
    list: listSync,
    realPath: Deno.realPathSync,
  }),
  namesSync: (path) => guard.run(path, () => listSync(path)),
  realPathSync: (path) => guard.run(path, () => Deno.realPathSync(path)),
  appendSync: (path, data) => guard.run(path, () => appendSync(path, data)),
  createSync: (path, data) =>
    guard.run(path, () => {
      Deno.writeFileSync(path, data, { createNew: true, mode: PRIVATE });
    }),
  renameSync: (from, to) => guard.run(from, () => Deno.renameSync(from, to)),
  remove: (path) => guard.wait(path, Deno.remove(path)),
  makeDir: (path) =>
    guard.wait(path, Deno.mkdir(path, { recursive: true, mode: 0o700 })),
};
