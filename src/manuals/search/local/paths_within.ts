import { dirOf } from "../../library/corpus.ts";
import type { IndexSnapshot } from "./index/index_snapshot.ts";

/**
 * The files with some paths, and all below those that are directories: one that
 * could not be listed may be readable now. Those that cannot be searched now
 * are among them.
 */
export function pathsWithin(
  { view, unscanned }: IndexSnapshot,
  wanted: ReadonlySet<string>,
): ReadonlySet<string> {
  const within = new Set<string>();
  const add = (path: string): void => {
    if (isWithin(path, wanted)) within.add(path);
  };
  for (const segment of view.segments) {
    for (let file = 0; file < segment.fileCount; file++) {
      if (segment.deadFiles[file] === 0) add(segment.path(file));
    }
  }
  for (const { path } of unscanned) add(path);
  return within;
}

function isWithin(path: string, wanted: ReadonlySet<string>): boolean {
  for (let above = path; above !== ""; above = dirOf(above)) {
    if (wanted.has(above)) return true;
  }
  return wanted.has("");
}
