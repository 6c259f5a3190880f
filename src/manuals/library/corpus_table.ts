import type { FileStat } from "../../runtime/runtime.ts";

/** When a file or directory changed: see {@linkcode FileStat}. */
export type ChangeTimes = Pick<FileStat, "mtimeMs" | "ctimeSec">;

/** A file of a manual. */
export interface CorpusFile extends Readonly<ChangeTimes> {
  /** Relative to the manual, with `/`. */
  readonly path: string;
  readonly size: number;
}

/** A directory of a manual; its times tell of added and removed entries. */
export interface CorpusDir extends Readonly<ChangeTimes> {
  /** Relative to the manual; empty for the manual itself. */
  readonly path: string;
}

/** Why a file or directory of a manual could not be used. */
export type FileProblem =
  | "too_large"
  | "unreadable"
  | "undecodable"
  | "vanished";

/** A file or directory that could not be used. */
export interface SkippedFile {
  /** Relative to the manual. */
  readonly path: string;
  /** Why it was left out. */
  readonly reason: FileProblem;
}

/** What a walk over a manual found, sorted by path in code units. */
export interface Corpus {
  /** Of the formats that were looked for; with others the walk is another. */
  readonly endings: string;
  readonly files: readonly CorpusFile[];
  readonly dirs: readonly CorpusDir[];
  readonly skipped: readonly SkippedFile[];
}

/** The columns of a {@linkcode CorpusTable}. */
export interface CorpusColumns extends Pick<Corpus, "endings" | "skipped"> {
  /** Of the files, then of the directories. */
  readonly paths: readonly string[];
  readonly fileTimes: Float64Array;
  readonly fileChanges: Float64Array;
  readonly fileSizes: Float64Array;
  readonly dirTimes: Float64Array;
  readonly dirChanges: Float64Array;
}

/**
 * A corpus in columns, as an index keeps it: looking for changes needs no
 * object per file, and most of the time nothing has changed.
 */
export class CorpusTable implements Corpus {
  /** The columns. */
  readonly columns: CorpusColumns;
  #files: readonly CorpusFile[] | undefined;
  #dirs: readonly CorpusDir[] | undefined;

  /** Takes columns as they are. */
  constructor(columns: CorpusColumns) {
    this.columns = columns;
  }

  /** The columns of any corpus. */
  static columnsOf(corpus: Corpus): CorpusColumns {
    if (corpus instanceof CorpusTable) return corpus.columns;
    const { endings, files, dirs, skipped } = corpus;
    return {
      endings,
      paths: [...files, ...dirs].map(({ path }) => path),
      fileTimes: Float64Array.from(files, ({ mtimeMs }) => mtimeMs),
      fileChanges: Float64Array.from(files, ({ ctimeSec }) => ctimeSec),
      fileSizes: Float64Array.from(files, ({ size }) => size),
      dirTimes: Float64Array.from(dirs, ({ mtimeMs }) => mtimeMs),
      dirChanges: Float64Array.from(dirs, ({ ctimeSec }) => ctimeSec),
      skipped,
    };
  }

  get files(): readonly CorpusFile[] {
    const { paths, fileTimes, fileChanges, fileSizes } = this.columns;
    return this.#files ??= Array.from(fileTimes, (mtimeMs, i) => ({
      path: paths[i] ?? "",
      size: fileSizes[i] ?? 0,
      mtimeMs,
      ctimeSec: fileChanges[i] ?? 0,
    }));
  }

  get dirs(): readonly CorpusDir[] {
    const { paths, fileTimes, dirTimes, dirChanges } = this.columns;
    return this.#dirs ??= Array.from(dirTimes, (mtimeMs, i) => ({
      path: paths[fileTimes.length + i] ?? "",
      mtimeMs,
      ctimeSec: dirChanges[i] ?? 0,
    }));
  }

  get endings(): string {
    return this.columns.endings;
  }

  get skipped(): readonly SkippedFile[] {
    return this.columns.skipped;
  }
}
