// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { LinkTargets } from "./link_targets.ts";
import { RelativeLengths } from "./relative_lengths.ts";
import { ScoreBoard } from "./score_board.ts";
import type { Segment, SegmentColumns } from "./segment.ts";
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

/** The words of some texts as they spell them: see `words.ts`. */
export type WordColumns = Pick<SegmentColumns, "wordBytes" | "wordStart">;

/**
 * What scoring needs to know of a whole manual, where the segments of a view
 * hold only some of its sections.
 */
export interface WholeManual {
  /** Rows of all files. */
  readonly rows: number;
  /** Files. */
  readonly files: number;
  /** Sections: a long one has several rows. */
  readonly sections: number;
  /** Tokens of the sections' own text. */
  readonly tokens: number;
  /** All words. */
  readonly words: WordColumns;
  /** In how many rows a term stands in their own text. */
  sectionsWith(term: string): number;
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
  readonly #tokenSections: Uint32Array[] = [];
  readonly #whole: WholeManual | undefined;
  #lengths: RelativeLengths[] | undefined;
  #sections: number | undefined;
  #splits: Splits | undefined;
  #links: LinkTargets | undefined;

  /** Counts over the segments, unless the whole manual is counted already. */
  constructor(segments: readonly Segment[], whole?: WholeManual) {
    this.segments = segments;
    this.#whole = whole;
    let rows = 0;
    let entries = 0;
    for (const segment of segments) {
      rows += segment.liveSections;
      entries += segment.fileCount - segment.deadCount;
    }
    this.rows = whole?.rows ?? rows;
    this.#fileEntries = entries;
  }

  /** Living files. */
  get files(): number {
    return this.#whole?.files ?? this.#fileEntries - this.splits.moreFiles;
  }

  /** Living sections: a long one has several rows. */
  get sections(): number {
    return this.#sections ??= this.#whole?.sections ?? this.segments.reduce(
          (count, segment) => count + livingSections(segment),
          0,
        ) -
        this.splits.sections.reduce((more, { length }) => more + length - 1, 0);
  }

  /** What lies in several segments. */
  get splits(): Splits {
    return this.#splits ??= findSplits(this.segments);
  }

  /** What the links of its files lead to. */
  get links(): LinkTargets {
    return this.#links ??= new LinkTargets(this.segments);
  }

  /** In how many living sections a term stands. */
  sectionsWith(term: string): number {
    return this.find(term).sections;
  }

  /**
   * In how many living sections a token of segment `at` stands, by its number
   * there.
   */
  sectionsWithToken(at: number, token: number): number {
    const segment = this.segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    // Counts + 1; 0 = not looked up yet.
    const known = this.#tokenSections[at] ??= new Uint32Array(
      segment.columns.tokenOrder.length,
    );
    if (known[token] === 0) {
      const text = segment.token(token);
      const sections = this.#whole?.sectionsWith(text) ??
        this.#findLists(text).sections;
      known[token] = sections + 1;
    }
    return known[token]! - 1;
  }

  /** Whether a term stands anywhere in the manual. */
  knows(term: string): boolean {
    return this.#whole
      ? this.#whole.sectionsWith(term) > 0
      : this.find(term).lists.some((list) => list >= 0);
  }

  /** All words of the manual, as its texts spell them. */
  get words(): readonly WordColumns[] {
    return this.#whole
      ? [this.#whole.words]
      : this.segments.map(({ columns }) => columns);
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
    return { lists, sections: this.#whole?.sectionsWith(term) ?? sections };
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
    const tokens = this.#whole?.tokens ?? this.segments
      .reduce((sum, { liveTokens }) => sum + liveTokens, 0);
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
