/**
 * The interface that every search engine has. What crosses it is plain data that
 * can be cloned, so that an engine may live in another thread or process.
 *
 * @module
 */
import type { FileProblem } from "../library/corpus.ts";
import type { Hit } from "./hit.ts";

/** One question to one manual. */
export interface SearchQuestion {
  /** The manual to search. */
  readonly manualId: string;
  /** The question as it was asked. */
  readonly query: string;
  /** Normalised and distinct, one or two. */
  readonly requiredTerms: readonly string[];
  /** How many hits are wanted at most. */
  readonly maxHits: number;
  /** How long the search may take in milliseconds, indexing included. */
  readonly timeMs: number;
  /** Search only the files with these paths, and those below them. */
  readonly only?: readonly string[];
}

/** Who waits, who is told, and what is known already. */
export interface SearchOptions {
  /** Gives up waiting. */
  readonly signal?: AbortSignal;
  /**
   * Tells the same without an event, to who computes and hears of none.
   * @default {the signal's own word}
   */
  readonly isCancelled?: () => boolean;
  /** Told how many of how many files are indexed, now and then. */
  readonly progress?: (done: number, total: number) => void;
  /**
   * The answer for this version is at hand: while the manual has it, the engine
   * may answer "unchanged" instead of searching.
   */
  readonly knownVersion?: string;
}

/** A file or directory that a search could not look into. */
export interface UnscannedFile {
  /** Relative to the manual; empty for all of it. */
  readonly path: string;
  /** Why it was not searched. */
  readonly reason: FileProblem | "time_budget";
}

/** In how many sections of the manual required terms stand. */
export interface RequiredCounts {
  /** How many sections the manual has. */
  readonly sections: number;
  /** Each term of the question, in its order. */
  readonly terms: readonly TermCount[];
  /** Sections with every term. */
  readonly withAll: number;
  /** Sections with every term that is not too common (`isTooCommon`). */
  readonly withKept: number;
  /** How many candidates the ranking among sections with terms found. */
  readonly candidates: number;
}

/** In how many sections a term stands. */
export interface TermCount {
  /** The term. */
  readonly term: string;
  /** How many sections hold it. */
  readonly sections: number;
}

/** A word that the manual does not have, and what was searched besides. */
export interface SearchedAs {
  /** As it was asked for. */
  readonly term: string;
  /** The nearest that the manual has. */
  readonly as: string;
}

/** One ranking that was made on the way. */
export interface GateRun {
  /** By the query alone, or among what holds required terms. */
  readonly gate: "g0" | "g_req";
  /** Which ranking of that gate. */
  readonly pass: "base" | "A" | "B" | "A+B" | "sub_query";
  /** The required terms, or the part of the query. */
  readonly terms: readonly string[];
  /** How many sections it found. */
  readonly candidates: number;
  /** What it counts in the fusion. */
  readonly weight: number;
  /** How long it took. */
  readonly elapsedMs: number;
}

/** What a search found, and what it looked at. */
export interface SearchResult {
  /** Best first. */
  readonly hits: readonly Hit[];
  /** What the diagnosis of required terms is made from. */
  readonly required: RequiredCounts;
  /** Words of the question that were not found as they are written. */
  readonly searchedAs: readonly SearchedAs[];
  /** The rankings behind the hits; an engine that makes none tells none. */
  readonly runs: readonly GateRun[];
  /** How much was searched. */
  readonly searched: { readonly files: number; readonly sections: number };
  /** What was not; first what there was no time for. */
  readonly unscanned: readonly UnscannedFile[];
  /** Time was too short for all of it. */
  readonly cut: boolean;
  /** Another one for every state of the manual. */
  readonly version: string;
}

/** Answers questions to the manuals of one library. */
export interface SearchEngine {
  /**
   * Searches one manual.
   *
   * @throws {ManualError} when there is no such manual, or it cannot be read.
   */
  search(
    question: SearchQuestion,
    options?: SearchOptions,
  ): Promise<SearchResult | "unchanged">;
  /** Waits until work that outlives its answers is done, such as storing. */
  settled(): Promise<void>;
  /** Stops all work; a later search may start it again. */
  close(): Promise<void>;
}
