import { FileError, type FileErrorKind } from "./runtime.ts";

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
