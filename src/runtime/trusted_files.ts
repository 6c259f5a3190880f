/**
 * Files of the user's and of our own. Links are followed; but whatever lies
 * there, a pipe, a device or something endless, nothing waits for it for long.
 *
 * @module
 */
import { codeOf, guard, type NodeFiles, readAt } from "./file_guard.ts";
import { FileError, rest } from "./runtime.ts";
import type { Files, FileStat, OpenFile } from "./runtime.ts";

/** What differs between the runtimes. */
export interface TrustedSystem {
  /** Loads the module, if it is not there yet. */
  nodeFiles(): NodeFiles;
  /** Follows links. */
  stat(path: string): FileStat | undefined;
  /** Reads a regular file. */
  read(path: string): Uint8Array;
  /** Opens a regular file, where that takes no module of Node's. */
  open?(path: string): OpenFile;
}

/** More than anybody writes by hand. */
const MAX_BYTES = 16 * 2 ** 20;
/** How long whoever writes to a pipe may take for a piece. */
const PIPE_MS = 5_000;
const PIECE_BYTES = 64 * 1024;

/** Makes the two methods of {@linkcode Files}. */
export function createTrustedFiles(
  system: TrustedSystem,
): Pick<Files, "readTrustedSync" | "openSync"> {
  function openSync(path: string): number {
    const { openSync, constants } = system.nodeFiles();
    // Opening a named pipe would wait for its writer.
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
    return guard(path, () => openSync(path, flags));
  }

  /** Reads a pipe or a device to its end, but neither for ever nor all of it. */
  function readPipe(path: string): Uint8Array {
    const descriptor = openSync(path);
    try {
      // Of a pipe, the writer may not be there before its first byte.
      const mayWait = system.nodeFiles().fstatSync(descriptor).isFIFO();
      const bytes = new Uint8Array(MAX_BYTES);
      for (let length = 0;;) {
        const piece = readPiece(descriptor, path, mayWait && length === 0);
        if (piece.length === 0) return bytes.slice(0, length);
        if (length + piece.length > MAX_BYTES) throw tooLong(path);
        bytes.set(piece, length);
        length += piece.length;
      }
    } finally {
      system.nodeFiles().closeSync(descriptor);
    }
  }

  /** The next bytes; none at the end, unless that is to be waited for. */
  function readPiece(
    descriptor: number,
    path: string,
    pastEnd: boolean,
  ): Uint8Array {
    const { readSync } = system.nodeFiles();
    const piece = new Uint8Array(PIECE_BYTES);
    const started = performance.now();
    while (performance.now() - started < PIPE_MS) {
      try {
        const count = readSync(descriptor, piece, 0, piece.length, null);
        if (count > 0 || !pastEnd) return piece.subarray(0, count);
      } catch (error) {
        if (codeOf(error) !== "EAGAIN") {
          throw new FileError("other", path, error);
        }
      }
      rest();
    }
    const reason = new Error(`nothing was written to it for ${PIPE_MS} ms`);
    throw new FileError("other", path, reason);
  }

  return {
    readTrustedSync(path): Uint8Array {
      const { kind, size = 0 } = system.stat(path) ?? {};
      // The system's own files have no size, and some wait like a pipe.
      if (kind === "other" || (kind === "file" && size === 0)) {
        return readPipe(path);
      }
      if (size > MAX_BYTES) throw tooLong(path);
      return guard(path, () => system.read(path));
    },
    openSync(path): OpenFile {
      if (system.open && system.stat(path)?.kind === "file") {
        return system.open(path);
      }
      const nodeFiles = system.nodeFiles();
      const descriptor = openSync(path);
      return {
        readSync: (target, at) =>
          guard(path, () => readAt(nodeFiles, descriptor, target, at)),
        close: () => nodeFiles.closeSync(descriptor),
      };
    },
  };
}

function tooLong(path: string): FileError {
  const reason = `it is longer than ${MAX_BYTES} bytes`;
  return new FileError("other", path, new Error(reason));
}
