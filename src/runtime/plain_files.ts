/**
 * Files and directories that others can write, opened so that they do not decide
 * what is read: links are not followed, nothing waits, and what was opened is
 * what was looked at.
 *
 * @module
 */
import { guard, type NodeFiles, readAt } from "./file_guard.ts";
import { FileError } from "./runtime.ts";
import type {
  DirEntry,
  FileKind,
  Files,
  FileStat,
  Runtime,
} from "./runtime.ts";

/** What differs between the runtimes. */
export interface PlainSystem {
  readonly os: Runtime["os"];
  /** Loads the module, if it is not there yet. */
  nodeFiles(): NodeFiles;
  lstat(path: string): FileStat | undefined;
  fstat(descriptor: number): FileStat;
  list(path: string): DirEntry[];
  realPath(path: string): string;
}

/** An editor may replace a file while it is opened, but not time after time. */
const TRIES = 3;

/** Each makes a lucky exchange half as likely. */
const LOOKS = 16;

/** Makes the two methods of {@linkcode Files}. */
export function createPlainFiles(
  system: PlainSystem,
): Pick<Files, "readSync" | "listSync"> {
  const { os, lstat } = system;

  function openPlain(path: string, kind: "file" | "dir"): Opened {
    const { openSync, closeSync, constants } = system.nodeFiles();
    // Windows knows neither.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) |
      (constants.O_NONBLOCK ?? 0);
    for (let tries = 1; tries <= TRIES; tries++) {
      const seen = lstat(path);
      if (seen?.kind !== kind) throw wrongKind(path, seen?.kind, kind);
      const descriptor = guard(path, () => openSync(path, flags));
      let kept = false;
      try {
        const stat = system.fstat(descriptor);
        kept = isSame(seen, stat) && isAt(descriptor, path, seen);
        if (kept) return { descriptor, stat };
      } finally {
        if (!kept) closeSync(descriptor);
      }
    }
    throw new FileError("moved", path, new Error("it is being exchanged"));
  }

  /** Tells whether what is open lies at that path, and not behind a link. */
  function isAt(descriptor: number, path: string, seen: FileStat): boolean {
    const at = openedPath(descriptor);
    if (at !== undefined) return at === path;
    return isSteady(
      () => isReal(path),
      () => {
        const now = lstat(path);
        return now !== undefined && isSame(seen, now);
      },
    );
  }

  function isReal(path: string): boolean {
    return fold(guard(path, () => system.realPath(path))) === fold(path);
  }

  /** What Linux knows of it, unless a permission or `/proc` is missing. */
  function openedPath(descriptor: number): string | undefined {
    if (os !== "linux") return undefined;
    try {
      return system.nodeFiles().readlinkSync(descriptorPath(descriptor));
    } catch {
      return undefined;
    }
  }

  /** Spellings of one name, where the system takes them for one. */
  function fold(path: string): string {
    if (os === "linux" || os === "other") return path;
    return path.replaceAll("\\", "/").normalize("NFC").toLowerCase();
  }

  return {
    readSync(path): Uint8Array {
      const { descriptor, stat } = openPlain(path, "file");
      const nodeFiles = system.nodeFiles();
      try {
        const bytes = new Uint8Array(stat.size);
        const read = (): number => readAt(nodeFiles, descriptor, bytes, 0);
        // Less where somebody is making it shorter.
        return bytes.subarray(0, guard(path, read));
      } finally {
        nodeFiles.closeSync(descriptor);
      }
    },
    listSync(path): DirEntry[] {
      // Windows opens no directories.
      if (os === "windows") return listAndCheck(path);
      const { descriptor } = openPlain(path, "dir");
      try {
        // Through what is open: the path may lead elsewhere by now.
        if (openedPath(descriptor) === undefined) return listAndCheck(path);
        return guard(path, () => system.list(descriptorPath(descriptor)));
      } finally {
        system.nodeFiles().closeSync(descriptor);
      }
    },
  };

  function listAndCheck(path: string): DirEntry[] {
    const list = (): DirEntry[] => guard(path, () => system.list(path));
    const entries = list();
    const names = namesOf(entries);
    if (isSteady(() => isReal(path), () => namesOf(list()) === names)) {
      return entries;
    }
    throw new FileError("moved", path, new Error("it is reached by a link"));
  }
}

/**
 * Looks time after time whether a path is real and whether it still leads to
 * what was found. Behind a link only one of the two can be true at a time; which
 * one is looked at is left to chance, so that nobody who exchanges it, however
 * often and whenever, has more than an even chance with each look.
 */
function isSteady(isReal: () => boolean, isSame: () => boolean): boolean {
  for (let look = 0; look < LOOKS; look++) {
    if (!(Math.random() < 0.5 ? isReal() : isSame())) return false;
  }
  return true;
}

function namesOf(entries: readonly DirEntry[]): string {
  return entries.map(({ name }) => name).sort().join("\0");
}

interface Opened {
  readonly descriptor: number;
  readonly stat: FileStat;
}

function descriptorPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

function isSame(a: FileStat, b: FileStat): boolean {
  return a.kind === b.kind && a.dev === b.dev && a.ino === b.ino;
}

function wrongKind(
  path: string,
  kind: FileKind | undefined,
  wanted: "file" | "dir",
): FileError {
  if (kind === undefined) {
    return new FileError("not_found", path, new Error("it does not exist"));
  }
  if (kind === "symlink") {
    return new FileError("moved", path, new Error("it is a link"));
  }
  return wanted === "dir"
    ? new FileError("not_a_directory", path, new Error("it is not a directory"))
    : new FileError(
      kind === "dir" ? "is_a_directory" : "not_a_file",
      path,
      new Error("it is not a regular file"),
    );
}
