/**
 * Files on `node:fs`.
 *
 * @module
 */
import type { BigIntStats, Dirent, Stats } from "node:fs";
import {
  appendTo,
  guard,
  guardLater,
  guardStat,
  PRIVATE,
} from "./file_guard.ts";
import { createPlainFiles } from "./plain_files.ts";
import { createTrustedFiles } from "./trusted_files.ts";
import type {
  DirEntry,
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

// An error that is thrown only to be caught would cost more than the look.
const MAYBE = { throwIfNoEntry: false } as const;

const OS = { linux: "linux", darwin: "darwin", win32: "windows" } as const;

/** The operating system. */
export const os: Runtime["os"] = process.platform in OS
  ? OS[process.platform as keyof typeof OS]
  : "other";

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
  return guardStat(path, () => {
    const info = stat(path, MAYBE);
    const exactly = () => stat(path, { ...MAYBE, bigint: true });
    return info && toFileStat(info, exactly);
  });
}

function fstat(file: number): FileStat {
  const exactly = () => fs.fstatSync(file, { bigint: true });
  return toFileStat(fs.fstatSync(file), exactly);
}

function listSync(path: string): DirEntry[] {
  return fs.readdirSync(path, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
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
    nodeFiles: () => fs,
    stat: (path) => statWith(fs.statSync, path),
    read: (path) => fs.readFileSync(path),
  }),
  ...createPlainFiles({
    os,
    nodeFiles: () => fs,
    lstat: (path) => statWith(fs.lstatSync, path),
    fstat,
    list: listSync,
    realPath: (path) => fs.realpathSync(path),
  }),
  namesSync: (path) => guard(path, () => listSync(path)),
  realPathSync: (path) => guard(path, () => fs.realpathSync(path)),
  appendSync: (path, data) => guard(path, () => appendTo(fs, path, data)),
  createSync: (path, data) =>
    guard(path, () => {
      fs.writeFileSync(path, data, { flag: "wx", mode: PRIVATE });
    }),
  renameSync: (from, to) => guard(from, () => fs.renameSync(from, to)),
  remove: (path) => guardLater(path, fs.promises.rm(path)),
  async makeDir(path) {
    const { dirname } = await import("node:path");
    guard(path, () => makeDirSync(path, dirname));
  },
};
