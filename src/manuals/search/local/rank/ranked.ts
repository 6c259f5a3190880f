import type { Candidate } from "./candidate.ts";

/** A candidate's rank in each list of a fusion, from 1; 0 where it is not. */
export type Ranks = readonly number[];

/** A candidate in its place, and what put it there. */
export interface Ranked {
  readonly candidate: Candidate;
  /** The best score that a ranking gave it. */
  readonly base: number;
  /** What its ranks came to. */
  readonly rrf: number;
  readonly ranks: Ranks;
  /** What its file's earlier hits cost it. */
  readonly penalty: number;
  readonly seat: "ranked" | "gate_top" | "exploration";
}

/** A ranked candidate with its section's title. */
export interface FoundSection {
  readonly ranked: Ranked;
  readonly title: string;
}
