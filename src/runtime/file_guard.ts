/**
 * What opening files has in common on both runtimes: the calls, and one kind of
 * error.
 *
 * @module
 */
import { FileError } from "./runtime.ts";
import type { FileErrorKind } from "./runtime.ts";

/** What it takes of Node's module, which Deno has too. */
export type NodeFiles = Pick<
  typeof import("node:fs"),
  | "closeSync"
  | "constants"
  | "fstatSync"
  | "openSync"
  | "readlinkSync"
  | "readSync"
>;

/** Runs file operations and turns their errors into {@linkcode FileError}s. */
export interface FileGuard {
  /** Runs a synchronous operation. */
  run<T>(path: string, operation: () => T): T;
  /** Waits for an asynchronous one. */
  wait<T>(path: string, operation: Promise<T>): Promise<T>;
}

/** Makes the guard of a runtime from its way to name an error. */
export function createFileGuard(
  kindOf: (error: unknown) => FileErrorKind,
): FileGuard {
  return {
    run(path, operation) {
      try {
        return operation();
      } catch (error) {
        throw new FileError(kindOf(error), path, error);
      }
    },
    async wait(path, operation) {
      try {
        return await operation;
      } catch (error) {
        throw new FileError(kindOf(error), path, error);
      }
    },
  };
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
