/**
 * Files on the `Deno` namespace, and on `node:fs` where that has no flags for
 * what is needed. Loading the latter takes as long as a whole start, so it waits
 * until files of a manual are opened.
 *
 * @module
 */
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
  OpenFile,
  Runtime,
} from "./runtime.ts";

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

function statSync(path: string): FileStat | undefined {
  return guardStat(path, () => toFileStat(Deno.statSync(path)));
}

function lstatSync(path: string): FileStat | undefined {
  return guardStat(path, () => toFileStat(Deno.lstatSync(path)));
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
  const file = guard(path, () => Deno.openSync(path));
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
    readSync: (target, at) => guard(path, () => readSync(target, at)),
    close: () => file.close(),
  };
}

/** The operating system. */
export const os: Runtime["os"] =
  Deno.build.os === "linux" || Deno.build.os === "darwin" ||
    Deno.build.os === "windows"
    ? Deno.build.os
    : "other";

/** The files of this machine. */
export const files: Files = {
  statSync,
  lstatSync,
  ...createTrustedFiles({
    nodeFiles,
    stat: statSync,
    read: Deno.readFileSync,
    open,
  }),
  ...createPlainFiles({
    os,
    nodeFiles,
    lstat: lstatSync,
    fstat,
    list: listSync,
    realPath: Deno.realPathSync,
  }),
  namesSync: (path) => guard(path, () => listSync(path)),
  realPathSync: (path) => guard(path, () => Deno.realPathSync(path)),
  // Not `Deno.writeFileSync`, which waits for the reader of a named pipe.
  appendSync: (path, data) =>
    guard(path, () => appendTo(nodeFiles(), path, data)),
  createSync: (path, data) =>
    guard(path, () => {
      Deno.writeFileSync(path, data, { createNew: true, mode: PRIVATE });
    }),
  renameSync: (from, to) => guard(from, () => Deno.renameSync(from, to)),
  remove: (path) => guardLater(path, Deno.remove(path)),
  makeDir: (path) =>
    guardLater(path, Deno.mkdir(path, { recursive: true, mode: 0o700 })),
};
