/**
 * Files on `node:fs`.
 *
 * @module
 */
import type { BigIntStats, Dirent, Stats } from "node:fs";
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
  Runtime,
} from "./runtime.ts";

// An import of `node:fs` or `node:process` reads all that they export, and so
// loads what would load on first use: promises, streams, standard error.
const { process } = globalThis;

/** Node's module. */
export const fs: typeof import("node:fs") =
  // Node has it from 20.16 on.
  process.getBuiltinModule?.("node:fs") ?? await import("node:fs");

const PRIVATE = 0o600;
// An error that is thrown only to be caught would cost more than the look.
const MAYBE = { throwIfNoEntry: false } as const;

const OS = { linux: "linux", darwin: "darwin", win32: "windows" } as const;

/** The operating system. */
export const os: Runtime["os"] = process.platform in OS
  ? OS[process.platform as keyof typeof OS]
  : "other";

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
  // Opened as no link, it is one now.
  ELOOP: "moved",
};

/** The system's name for an error, if it has one. */
export function codeOf(error: unknown): string {
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

function toFileStat(
  info: Stats,
  exactly: () => BigIntStats | undefined,
): FileStat {
  return {
    kind: kindOf(info),
    size: info.size,
    mtimeMs: mtimeOf(info, exactly),
    ctimeSec: Math.floor(info.ctimeMs / 1000),
    dev: info.dev,
    ino: info.ino,
  };
}

function statWith(
  stat: typeof fs.statSync | typeof fs.lstatSync,
  path: string,
): FileStat | undefined {
  try {
    const info = stat(path, MAYBE);
    const exactly = () => stat(path, { ...MAYBE, bigint: true });
    return info && toFileStat(info, exactly);
  } catch (error) {
    const kind = errorKind(error);
    if (kind === "not_found" || kind === "not_a_directory") return undefined;
    throw new FileError(kind, path, error);
  }
}

function fstat(file: number): FileStat {
  const exactly = () => fs.fstatSync(file, { bigint: true });
  return toFileStat(fs.fstatSync(file), exactly);
}

function listSync(path: string): DirEntry[] {
  return fs.readdirSync(path, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
}

/** `a`, but failing where it would wait for the reader of a named pipe. */
function appendSync(path: string, data: Uint8Array): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = fs.constants;
  const flag = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;
  const file = fs.openSync(path, flag, PRIVATE);
  try {
    for (let sent = 0; sent < data.length;) {
      sent += fs.writeSync(file, data, sent);
    }
  } finally {
    fs.closeSync(file);
  }
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

/** The files of this machine. */
export const files: Files = {
  statSync: (path) => statWith(fs.statSync, path),
  lstatSync: (path) => statWith(fs.lstatSync, path),
  ...createTrustedFiles({
    guard,
    nodeFiles: () => fs,
    stat: (path) => statWith(fs.statSync, path),
    read: (path) => fs.readFileSync(path),
  }),
  ...createPlainFiles({
    os,
    guard,
    nodeFiles: () => fs,
    lstat: (path) => statWith(fs.lstatSync, path),
    fstat,
    list: listSync,
    realPath: (path) => fs.realpathSync(path),
  }),
  namesSync: (path) => guard.run(path, () => listSync(path)),
  realPathSync: (path) => guard.run(path, () => fs.realpathSync(path)),
  appendSync: (path, data) => guard.run(path, () => appendSync(path, data)),
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
