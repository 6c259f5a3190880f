/**
 * What files have in common on both runtimes: one kind of error, and the calls
 * of `node:fs`, which Deno has too.
 *
 * @module
 */
import { FileError } from "./runtime.ts";
import type { FileErrorKind, FileStat } from "./runtime.ts";

/** The part of `node:fs` that is used. */
export type NodeFiles = Pick<
  typeof import("node:fs"),
  | "closeSync"
  | "constants"
  | "fstatSync"
  | "openSync"
  | "readlinkSync"
  | "readSync"
  | "writeSync"
>;

/** Readable and writable by its owner only. */
export const PRIVATE = 0o600;

/** By the codes of the system, and by the names that Deno has for some. */
const ERROR_KINDS: Readonly<Record<string, FileErrorKind>> = {
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
  AlreadyExists: "exists",
  IsADirectory: "is_a_directory",
  NotADirectory: "not_a_directory",
  NotCapable: "denied",
  NotFound: "not_found",
  PermissionDenied: "denied",
};

/** The system's code for an error, if it has one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function toFileError(error: unknown, path: string): FileError {
  const name = error instanceof Error ? error.name : "";
  const kind = ERROR_KINDS[codeOf(error)] ?? ERROR_KINDS[name] ?? "other";
  return new FileError(kind, path, error);
}

/** Runs a file operation; it fails with a {@linkcode FileError}. */
export function guard<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw toFileError(error, path);
  }
}

/** Waits for a file operation; it fails with a {@linkcode FileError}. */
export async function guardLater<T>(
  path: string,
  operation: Promise<T>,
): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw toFileError(error, path);
  }
}

/** Looks at what a path names; `undefined` where there is nothing. */
export function guardStat(
  path: string,
  stat: () => FileStat | undefined,
): FileStat | undefined {
  try {
    return stat();
  } catch (error) {
    const known = toFileError(error, path);
    const { kind } = known;
    if (kind === "not_found" || kind === "not_a_directory") return undefined;
    throw known;
  }
}

/** Fills `target` from an offset on; returns how many bytes there were. */
export function readAt(
  { readSync }: Pick<NodeFiles, "readSync">,
  descriptor: number,
  target: Uint8Array,
  at: number,
): number {
  let filled = 0;
  while (filled < target.length) {
    const left = target.length - filled;
    const count = readSync(descriptor, target, filled, left, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Appends to a file; fails where it would wait for the reader of a pipe. */
export function appendTo(
  { openSync, writeSync, closeSync, constants }: NodeFiles,
  path: string,
  data: Uint8Array,
): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
  const flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;
  const descriptor = openSync(path, flags, PRIVATE);
  try {
    for (let sent = 0; sent < data.length;) {
      sent += writeSync(descriptor, data, sent);
    }
  } finally {
    closeSync(descriptor);
  }
}
