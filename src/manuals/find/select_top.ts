import type { IndexView, Row } from "../index/index_view.ts";
import type { ScoreBoard } from "../index/score_board.ts";
import type { RowSet } from "./row_set.ts";

/** A row with its score. */
export interface ScoredRow extends Row {
  readonly score: number;
}

/** Options of {@linkcode selectTop}. */
export interface SelectOptions {
  /** How many rows at most. */
  readonly limit: number;
  /** What the score of a row's file adds to its own. */
  readonly fileWeight: number;
  /** Only these rows; all when absent. */
  readonly only?: RowSet;
}

/**
 * The best rows with a score, best first; equal ones in the order of the index.
 * A heap of `limit` rows: the cost is one comparison for nearly every row that
 * has a score, or that may be returned.
 */
export function selectTop(
  view: IndexView,
  board: ScoreBoard,
  options: SelectOptions,
): ScoredRow[] {
  const { limit, fileWeight, only } = options;
  const heap = new TopHeap(limit);
  view.segments.forEach((segment, at) => {
    const own = board.peek(at);
    if (!own) return;
    const rows = only ? only[at] : own.scoredSections;
    if (!rows) return;
    const count = only ? rows.length : own.sectionCount;
    const { sectionFile } = segment.columns;
    const { sections, files } = own;
    const dead = segment.deadCount > 0 ? segment.deadFiles : undefined;
    const first = at * 65536;
    let threshold = heap.threshold;
    for (let i = 0; i < count; i++) {
      const section = rows[i] ?? 0;
      const base = sections[section] ?? 0;
      const file = sectionFile[section] ?? 0;
      const score = base + fileWeight * (files[file] ?? 0);
      if (score < threshold || base <= 0) continue;
      if (dead && dead[file] !== 0) continue;
      heap.push(score, first + section);
      threshold = heap.threshold;
    }
  });
  return heap.rows();
}

/** The best rows seen, the worst on top; of equal scores the later is worse. */
class TopHeap {
  readonly #limit: number;
  readonly #scores: number[] = [];
  readonly #keys: number[] = [];
  #size = 0;
  /** What a score must reach at least to get in. */
  threshold = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(score: number, key: number): void {
    if (this.#size < this.#limit) this.#up(this.#size++, score, key);
    else if (this.#isWorse(0, score, key)) this.#down(score, key);
    if (this.#size === this.#limit) this.threshold = this.#scores[0] ?? 0;
  }

  /** Tells whether the item at `at` is worse than another. */
  #isWorse(at: number, score: number, key: number): boolean {
    const own = this.#scores[at] ?? 0;
    return own < score || (own === score && (this.#keys[at] ?? 0) > key);
  }

  #put(at: number, score: number, key: number): void {
    this.#scores[at] = score;
    this.#keys[at] = key;
  }

  #up(from: number, score: number, key: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isWorse(parent, score, key)) break;
      this.#put(at, this.#scores[parent] ?? 0, this.#keys[parent] ?? 0);
      at = parent;
    }
    this.#put(at, score, key);
  }

  /** Puts an item in the place of the worst. */
  #down(score: number, key: number): void {
    let at = 0;
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      const right = child + 1;
      if (
        right < this.#size &&
        this.#isWorse(right, this.#scores[child] ?? 0, this.#keys[child] ?? 0)
      ) child = right;
      if (!this.#isWorse(child, score, key)) break;
      this.#put(at, this.#scores[child] ?? 0, this.#keys[child] ?? 0);
      at = child;
    }
    this.#put(at, score, key);
  }

  /** All rows, best first; the heap is empty after it. */
  rows(): ScoredRow[] {
    const rows = new Array<ScoredRow>(this.#size);
    while (this.#size > 0) {
      const score = this.#scores[0] ?? 0;
      const key = this.#keys[0] ?? 0;
      const section = key % 65536;
      const segment = (key - section) / 65536;
      rows[--this.#size] = { segment, section, score };
      this.#down(this.#scores[this.#size] ?? 0, this.#keys[this.#size] ?? 0);
    }
    return rows;
  }
}
