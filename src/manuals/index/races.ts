import type { Corpus } from "../corpus.ts";

// A file written just before it was read may be written again within the same
// tick of the file system's clock: its time is then no proof.
const RACY_MS = 100;
const NEVER = -1;

/** An entry that will count as changed if it changed a moment before `now`. */
export function unlessRacy<T extends { readonly mtimeMs: number }>(
  entry: T,
  now: number,
): T {
  return entry.mtimeMs > now - RACY_MS ? { ...entry, mtimeMs: NEVER } : entry;
}

/** A corpus in which what changed a moment ago will count as changed again. */
export function withoutRaces(corpus: Corpus, now: number): Corpus {
  return {
    files: corpus.files.map((file) => unlessRacy(file, now)),
    dirs: corpus.dirs.map((dir) => unlessRacy(dir, now)),
    skipped: corpus.skipped,
  };
}
