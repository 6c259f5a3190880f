import { ScoreBoard } from "./score_board.ts";
import type { Segment } from "./segment.ts";

/** One row of an index: a section, or a part of a long one. */
export interface Row {
  readonly segment: number;
  readonly section: number;
}

/** Lengths of a segment's sections and files, over the average of the index. */
export interface RelativeLengths {
  readonly sections: Float32Array;
  readonly files: Float32Array;
}

/**
 * The segments of a manual at one moment, with what scoring needs to know of
 * all of them together. Never changes: a refresh makes a new one.
 */
export class IndexView {
  /** The segments; none is changed while this view is current. */
  readonly segments: readonly Segment[];
  /** Living rows. */
  readonly rows: number;
  /** Living files. */
  readonly files: number;
  readonly #boards: ScoreBoard[] = [];
  #lengths: RelativeLengths[] | undefined;

  /** Counts over the segments. */
  constructor(segments: readonly Segment[]) {
    this.segments = segments;
    let rows = 0;
    let files = 0;
    for (const segment of segments) {
      rows += segment.liveSections;
      files += segment.fileCount - segment.deadCount;
    }
    this.rows = rows;
    this.files = files;
  }

  /** In how many living sections a term stands. */
  sectionsWith(term: string): number {
    let count = 0;
    for (const segment of this.segments) {
      const number = segment.findList(term);
      if (number >= 0) count += segment.listSections[number] ?? 0;
    }
    return count;
  }

  /** An empty board for one query, to be given back. */
  borrowBoard(): ScoreBoard {
    const board = this.#boards.pop() ?? new ScoreBoard(this.segments);
    board.clear();
    return board;
  }

  /** Takes a board back; only a next query pays for clearing it. */
  returnBoard(board: ScoreBoard): void {
    this.#boards.push(board);
  }

  /** Relative lengths by segment, worked out once. */
  get lengths(): readonly RelativeLengths[] {
    return this.#lengths ??= this.#relativeLengths();
  }

  #relativeLengths(): RelativeLengths[] {
    let tokens = 0;
    for (const segment of this.segments) tokens += segment.liveTokens;
    const perSection = 1 / Math.max(1, tokens / Math.max(1, this.rows));
    const perFile = 1 / Math.max(1, tokens / Math.max(1, this.files));
    return this.segments.map(({ columns, sectionCount, fileCount }) => {
      const sections = new Float32Array(sectionCount);
      const files = new Float32Array(fileCount);
      for (let s = 0; s < sectionCount; s++) {
        const length = (columns.tokenStart[s + 1] ?? 0) -
          (columns.tokenStart[s] ?? 0) - (columns.contextTokens[s] ?? 0);
        const file = columns.sectionFile[s] ?? 0;
        sections[s] = length * perSection;
        files[file] = (files[file] ?? 0) + length * perFile;
      }
      return { sections, files };
    });
  }
}
