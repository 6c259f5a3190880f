import { isPair, type Query } from "../query/query.ts";

/** The distance of tokens that were not both met. */
export const NO_GAP = 255;

/**
 * What the readers of a query's evidence share, by token of the query: what it
 * is, and what was met of it in the row that is being read.
 */
export class EvidenceTable {
  /** Term that token i is, or -1. */
  readonly term: Int32Array;
  /** Term that token i ends as the second of a pair, or -1. */
  readonly pair: Int32Array;
  /** 1 for a number. */
  readonly isNumber: Uint8Array;
  /** By term: how often it was met. */
  readonly counts: Uint16Array;
  /** Longest run of query tokens that token i ended. */
  readonly runs: Uint8Array;
  /** Least distance from token i to token i + 1. */
  readonly gaps: Uint8Array;
  /** Where token i was last met, and how long the run was that it ended. */
  readonly lastAt: Int32Array;
  readonly lastRun: Uint8Array;

  /** Takes a query's tokens. */
  constructor(query: Query) {
    const { tokens, termIndex, numbers } = query;
    const { length } = tokens;
    this.term = new Int32Array(length);
    this.pair = new Int32Array(length);
    this.isNumber = new Uint8Array(length);
    this.counts = new Uint16Array(termIndex.size);
    this.runs = new Uint8Array(length);
    this.gaps = new Uint8Array(length);
    this.lastAt = new Int32Array(length);
    this.lastRun = new Uint8Array(length);
    tokens.forEach((token, i) => {
      const both = isPair(query, i - 1) ? (tokens[i - 1] ?? "") + token : "";
      this.term[i] = termIndex.get(token) ?? -1;
      this.pair[i] = termIndex.get(both) ?? -1;
      this.isNumber[i] = numbers.includes(token) ? 1 : 0;
    });
  }

  /** Forgets what was met. `fill` would cost more: these are a few numbers. */
  clear(): void {
    const { counts, runs, gaps, lastAt } = this;
    for (let term = 0; term < counts.length; term++) counts[term] = 0;
    for (let i = 0; i < runs.length; i++) {
      runs[i] = 0;
      gaps[i] = NO_GAP;
      lastAt[i] = -NO_GAP;
    }
  }
}
