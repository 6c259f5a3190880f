// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { RelativeLengths } from "./relative_lengths.ts";
import { ScoreBoard } from "./score_board.ts";
import type { Segment } from "./segment.ts";
import { findSplits, type Splits } from "./split_files.ts";

/**
 * One row of an index, a section or a part of a long one: the number of its
 * segment, then 16 bits for its own.
 */
export type Row = number;

/** The row of a segment's section. */
export function rowOf(segment: number, section: number): Row {
  return segment * 65536 + section;
}

/** The segment of a row. */
export function segmentOf(row: Row): number {
  return row >>> 16;
}

/** The section of a row, in its segment. */
export function sectionOf(row: Row): number {
  return row & 0xffff;
}

/** Where a term stands. */
export interface TermLists {
  /** The number of its list in each segment, or -1. */
  readonly lists: Int32Array;
  /** How many living sections hold it. */
  readonly sections: number;
}

// What is remembered of the terms that were asked for.
const MAX_TERMS = 1000;

/**
 * The segments of a manual at one moment, with what scoring needs to know of
 * all of them together. Never changes: a refresh makes a new one.
 */
export class IndexView {
  /** The segments; none is changed while this view is current. */
  readonly segments: readonly Segment[];
  /** Living rows. */
  readonly rows: number;
  /** A file that lies in several segments has several. */
  readonly #fileEntries: number;
  readonly #boards: ScoreBoard[] = [];
  readonly #terms = new Map<string, TermLists>();
  #lengths: RelativeLengths[] | undefined;
  #sections: number | undefined;
  #splits: Splits | undefined;

  /** Counts over the segments. */
  constructor(segments: readonly Segment[]) {
    this.segments = segments;
    let rows = 0;
    let entries = 0;
    for (const segment of segments) {
      rows += segment.liveSections;
      entries += segment.fileCount - segment.deadCount;
    }
    this.rows = rows;
    this.#fileEntries = entries;
  }

  /** Living files. */
  get files(): number {
    return this.#fileEntries - this.splits.moreFiles;
  }

  /** Living sections: a long one has several rows. */
  get sections(): number {
    return this.#sections ??= this.segments.reduce(
      (count, segment) => count + livingSections(segment),
      0,
    ) - this.splits.sections.reduce((more, { length }) => more + length - 1, 0);
  }

  /** What lies in several segments. */
  get splits(): Splits {
    return this.#splits ??= findSplits(this.segments);
  }

  /** In how many living sections a term stands. */
  sectionsWith(term: string): number {
    return this.find(term).sections;
  }

  /** Looks a term up; a search does so several times. */
  find(term: string): TermLists {
    let found = this.#terms.get(term);
    if (found === undefined) {
      if (this.#terms.size >= MAX_TERMS) this.#terms.clear();
      found = this.#findLists(term);
      this.#terms.set(term, found);
    }
    return found;
  }

  #findLists(term: string): TermLists {
    const lists = new Int32Array(this.segments.length);
    let sections = 0;
    this.segments.forEach((segment, at) => {
      const list = lists[at] = segment.findList(term);
      if (list >= 0) sections += segment.listSections[list]!;
    });
    return { lists, sections };
  }

  /**
   * Does work that scores on boards. It gets empty ones as it asks for them;
   * when it is done they serve again.
   */
  withBoards<T>(work: (borrowBoard: () => ScoreBoard) => T): T {
    const borrowed: ScoreBoard[] = [];
    try {
      return work(() => {
        const board = this.#boards.pop() ?? new ScoreBoard(this.segments);
        // Here, not when it comes back: only a next query pays for it.
        board.clear();
        borrowed.push(board);
        return board;
      });
    } finally {
      this.#boards.push(...borrowed);
    }
  }

  /** Relative lengths by segment. */
  get lengths(): readonly RelativeLengths[] {
    return this.#lengths ??= this.#relativeLengths();
  }

  #relativeLengths(): RelativeLengths[] {
    let tokens = 0;
    for (const segment of this.segments) tokens += segment.liveTokens;
    const perSection = 1 / Math.max(1, tokens / Math.max(1, this.rows));
    const perFile = 1 / Math.max(1, tokens / Math.max(1, this.files));
    return this.segments.map((segment) =>
      new RelativeLengths(segment, perSection, perFile)
    );
  }
}

function livingSections(segment: Segment): number {
  const { deadFiles, liveSections, columns: { parts, sectionFile } } = segment;
  const isDead = (row: number): boolean => deadFiles[sectionFile[row]!] !== 0;
  return liveSections - parts.length + parts.filter(isDead).length;
}
