import type { IndexView, Row } from "../index/index_view.ts";
import type { SegmentScores } from "./base_score.ts";

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
  /** Only rows whose section is 1 here, by segment; all when absent. */
  readonly only?: readonly Uint8Array[];
}

/**
 * The best rows with a score, best first; equal ones in the order of the index.
 * A heap of `limit` rows: the cost is one comparison for nearly every section.
 */
export function selectTop(
  view: IndexView,
  scores: readonly SegmentScores[],
  options: SelectOptions,
): ScoredRow[] {
  const heap = new TopHeap(options.limit);
  view.segments.forEach((segment, at) => {
    const own = scores[at];
    const only = options.only?.[at];
    if (!own || (options.only && !only)) return;
    const { sectionFile } = segment.columns;
    const { sections, files } = own;
    const dead = segment.deadCount > 0 ? segment.deadFiles : undefined;
    for (let s = 0; s < sections.length; s++) {
      const base = sections[s] ?? 0;
      if (base <= 0 || (only && only[s] === 0)) continue;
      const file = sectionFile[s] ?? 0;
      const score = base + options.fileWeight * (files[file] ?? 0);
      if (score <= heap.threshold || (dead && dead[file] !== 0)) continue;
      heap.push(score, at, s);
    }
  });
  return heap.rows();
}

/** The largest scores seen, smallest on top. */
class TopHeap {
  readonly #limit: number;
  readonly #items: ScoredRow[] = [];
  /** A score must be larger than this to get in. */
  threshold = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(score: number, segment: number, section: number): void {
    const items = this.#items;
    const row = { score, segment, section };
    if (items.length < this.#limit) {
      items.push(row);
      this.#up(items.length - 1);
    } else {
      items[0] = row;
      this.#down(0);
    }
    if (items.length === this.#limit) this.threshold = items[0]?.score ?? 0;
  }

  #score(at: number): number {
    return this.#items[at]?.score ?? Infinity;
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    const first = items[a];
    const second = items[b];
    if (!first || !second) return;
    items[a] = second;
    items[b] = first;
  }

  #up(at: number): void {
    let child = at;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.#score(parent) <= this.#score(child)) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  #down(at: number): void {
    let parent = at;
    for (;;) {
      let least = parent;
      const left = 2 * parent + 1;
      if (this.#score(left) < this.#score(least)) least = left;
      if (this.#score(left + 1) < this.#score(least)) least = left + 1;
      if (least === parent) return;
      this.#swap(parent, least);
      parent = least;
    }
  }

  rows(): ScoredRow[] {
    return this.#items.sort((a, b) =>
      b.score - a.score || a.segment - b.segment || a.section - b.section
    );
  }
}
