import type { FileStat } from "../../runtime/runtime.ts";

/**
 * What tells whether a file or directory changed: see {@linkcode FileStat}. The
 * inode is among it because two trees of equal sizes and times may be exchanged
 * within a second. The device is not: it may be another after every restart.
 */
export type ChangeMarks = Pick<FileStat, "mtimeMs" | "ctimeSec" | "ino">;

/** A file of a manual. */
export interface CorpusFile extends Readonly<ChangeMarks> {
  /** Relative to the manual, with `/`. */
  readonly path: string;
  readonly size: number;
  /** Of its content when it was read: see `hashContent`. */
  readonly hash?: number;
}

/** A directory of a manual; its times tell of added and removed entries. */
export interface CorpusDir extends Readonly<ChangeMarks> {
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
  readonly fileInodes: Float64Array;
  readonly fileSizes: Float64Array;
  /** 0 where it is not known. */
  readonly fileHashes: Float64Array;
  readonly dirTimes: Float64Array;
  readonly dirChanges: Float64Array;
  readonly dirInodes: Float64Array;
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
      fileInodes: Float64Array.from(files, ({ ino }) => ino),
      fileSizes: Float64Array.from(files, ({ size }) => size),
      fileHashes: Float64Array.from(files, ({ hash = 0 }) => hash),
      dirTimes: Float64Array.from(dirs, ({ mtimeMs }) => mtimeMs),
      dirChanges: Float64Array.from(dirs, ({ ctimeSec }) => ctimeSec),
      dirInodes: Float64Array.from(dirs, ({ ino }) => ino),
      skipped,
    };
  }

  get files(): readonly CorpusFile[] {
    const { paths, fileTimes, fileChanges, fileInodes, fileSizes, fileHashes } =
      this.columns;
    return this.#files ??= Array.from(fileTimes, (mtimeMs, i) => {
      const hash = fileHashes[i] ?? 0;
      return {
        path: paths[i] ?? "",
        size: fileSizes[i] ?? 0,
        mtimeMs,
        ctimeSec: fileChanges[i] ?? 0,
        ino: fileInodes[i] ?? 0,
        ...hash !== 0 && { hash },
      };
    });
  }

  get dirs(): readonly CorpusDir[] {
    const { paths, fileTimes, dirTimes, dirChanges, dirInodes } = this.columns;
    return this.#dirs ??= Array.from(dirTimes, (mtimeMs, i) => ({
      path: paths[fileTimes.length + i] ?? "",
      mtimeMs,
      ctimeSec: dirChanges[i] ?? 0,
      ino: dirInodes[i] ?? 0,
    }));
  }

  get endings(): string {
    return this.columns.endings;
  }

  get skipped(): readonly SkippedFile[] {
    return this.columns.skipped;
  }
}
