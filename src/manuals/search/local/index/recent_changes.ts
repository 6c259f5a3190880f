import type { Corpus } from "../../../library/corpus.ts";

// A file written just before it was read may be written again within the same
// tick of the file system's clock: its time is then no proof.
const RACY_MS = 100;
const NEVER = -1;

/** When a walk over a manual began and ended, on the wall clock. */
export interface WalkTime {
  readonly began: number;
  readonly ended: number;
}

/**
 * An entry that will count as changed if it changed about the time of the walk.
 * What is dated later, by whatever clock, is no more likely to than the rest.
 */
export function unlessRacy<T extends { readonly mtimeMs: number }>(
  entry: T,
  { began, ended }: WalkTime,
): T {
  const { mtimeMs } = entry;
  const racy = mtimeMs > began - RACY_MS && mtimeMs < ended + RACY_MS;
  return racy ? { ...entry, mtimeMs: NEVER } : entry;
}

/** A corpus in which what changed a moment ago will count as changed again. */
export function withoutRaces(corpus: Corpus, walk: WalkTime): Corpus {
  return {
    endings: corpus.endings,
    files: corpus.files.map((file) => unlessRacy(file, walk)),
    dirs: corpus.dirs.map((dir) => unlessRacy(dir, walk)),
    skipped: corpus.skipped,
  };
}
