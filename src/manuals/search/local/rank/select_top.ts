// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import {
  type IndexView,
  type Row,
  rowOf,
  sectionOf,
  segmentOf,
} from "../index/index_view.ts";
import type { ScoreBoard } from "../index/score_board.ts";
import type { RowSet } from "./row_set.ts";

/** Options of {@linkcode selectTop}. */
export interface SelectOptions {
  /** How many rows at most. */
  readonly limit: number;
  /** What the score of a row's file adds to its own. */
  readonly fileWeight: number;
  /** Only these rows; all when absent. */
  readonly only?: RowSet;
  /** Rows without a score too, of those that `only` names. */
  readonly unscored?: boolean;
  /** By segment and file, 1 for what is left out; what is dead when absent. */
  readonly skipped?: readonly Uint8Array[];
}

/**
 * The best rows with a score, best first; equal ones by path and line, because
 * the order of the index is that of the changes to the files. A heap of `limit`
 * rows: the cost is one comparison for nearly every row that has a score, or
 * that may be returned.
 */
export function selectTop(
  view: IndexView,
  board: ScoreBoard,
  options: SelectOptions,
): Row[] {
  const { limit, fileWeight, only, unscored, skipped } = options;
  const heap = new TopHeap(limit, (a, b) => comesAfter(view, a, b));
  view.segments.forEach((segment, at) => {
    const own = unscored ? board.of(at) : board.peek(at);
    if (!own) return;
    const rows = only ? only[at] : own.scoredSections;
    if (!rows) return;
    const count = only ? rows.length : own.sectionCount;
    const { sectionFile } = segment.columns;
    const { sections, files } = own;
    const dead = segment.deadCount > 0 ? segment.deadFiles : undefined;
    const skip = skipped?.[at] ?? dead;
    const first = rowOf(at, 0);
    let threshold = heap.threshold;
    for (let i = 0; i < count; i++) {
      const section = rows[i]!;
      const base = sections[section]!;
      const file = sectionFile[section]!;
      const score = base + fileWeight * files[file]!;
      if (score < threshold || base <= 0 && !unscored) continue;
      if (skip && skip[file] !== 0) continue;
      heap.push(score, first + section);
      threshold = heap.threshold;
    }
  });
  return heap.rows();
}

/** Tells whether a row comes after another one, by path and line. */
function comesAfter(view: IndexView, a: Row, b: Row): boolean {
  const one = view.segments[segmentOf(a)];
  const other = view.segments[segmentOf(b)];
  if (!one || !other) return a > b;
  const file = one.columns.sectionFile[sectionOf(a)]!;
  const otherFile = other.columns.sectionFile[sectionOf(b)]!;
  if (one === other && file === otherFile) return a > b;
  const path = one.path(file);
  const otherPath = other.path(otherFile);
  if (path !== otherPath) return path > otherPath;
  // Of one file that lies in two segments.
  const line = one.columns.sectionLine[sectionOf(a)]!;
  const otherLine = other.columns.sectionLine[sectionOf(b)]!;
  return line === otherLine ? a > b : line > otherLine;
}

/** The best rows seen, the worst on top; of equal scores the later is worse. */
class TopHeap {
  readonly #limit: number;
  readonly #comesAfter: (a: Row, b: Row) => boolean;
  readonly #scores: Float64Array;
  readonly #rows: Float64Array;
  #size = 0;
  /** What a score must reach at least to get in. */
  threshold = 0;

  constructor(limit: number, comesAfter: (a: Row, b: Row) => boolean) {
    this.#limit = limit;
    this.#scores = new Float64Array(limit);
    this.#rows = new Float64Array(limit);
    this.#comesAfter = comesAfter;
  }

  push(score: number, row: Row): void {
    if (this.#size < this.#limit) this.#up(this.#size++, score, row);
    else if (this.#isWorse(0, score, row)) this.#down(score, row);
    if (this.#size === this.#limit) this.threshold = this.#scores[0]!;
  }

  /** Tells whether the item at `at` is worse than another. */
  #isWorse(at: number, score: number, row: Row): boolean {
    const own = this.#scores[at]!;
    return own < score ||
      (own === score && this.#comesAfter(this.#rows[at]!, row));
  }

  #put(at: number, score: number, row: Row): void {
    this.#scores[at] = score;
    this.#rows[at] = row;
  }

  #up(from: number, score: number, row: Row): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isWorse(parent, score, row)) break;
      this.#put(at, this.#scores[parent]!, this.#rows[parent]!);
      at = parent;
    }
    this.#put(at, score, row);
  }

  /** Replaces the worst item. */
  #down(score: number, row: Row): void {
    let at = 0;
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      const right = child + 1;
      if (
        right < this.#size &&
        this.#isWorse(right, this.#scores[child]!, this.#rows[child]!)
      ) child = right;
      if (!this.#isWorse(child, score, row)) break;
      this.#put(at, this.#scores[child]!, this.#rows[child]!);
      at = child;
    }
    this.#put(at, score, row);
  }

  /** All rows, best first; the heap is empty after it. */
  rows(): Row[] {
    const rows = new Array<Row>(this.#size);
    while (this.#size > 0) {
      rows[--this.#size] = this.#rows[0]!;
      this.#down(this.#scores[this.#size]!, this.#rows[this.#size]!);
    }
    return rows;
  }
}
