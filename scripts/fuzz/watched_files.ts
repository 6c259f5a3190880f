import type { Files } from "../../src/runtime/runtime.ts";

/** Files that remember every path that was asked for outside some places. */
export interface WatchedFiles {
  readonly files: Files;
  /** Paths outside; emptied by the caller. */
  readonly outside: string[];
}

/**
 * Watches every method of `files`. The paths are taken as they are given to the
 * system, so a `..` in one counts as outside.
 */
export function watchFiles(
  files: Files,
  places: readonly string[],
): WatchedFiles {
  const outside: string[] = [];
  function look(path: unknown): void {
    if (typeof path !== "string") return;
    const inside = places.some((place) =>
      path === place || path.startsWith(`${place}/`)
    );
    if (!inside || path.split(/[/\\]/).includes("..") || path.includes("\0")) {
      outside.push(path);
    }
  }
  const watched = new Proxy(files, {
    get(target, name: keyof Files) {
      const method = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]): unknown => {
        args.forEach(look);
        return method(...args);
      };
    },
  });
  return { files: watched, outside };
}
