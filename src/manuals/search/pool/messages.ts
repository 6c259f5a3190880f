/**
 * What goes between the thread that serves and one that searches.
 *
 * @module
 */
import type { ManualSources } from "../../library/manual_roots.ts";
import type { ManualProblem } from "../../problem.ts";
import type { SearchQuestion, SearchResult } from "../engine.ts";
import type { FindSettings } from "../settings.ts";

/** What the engine of a thread is opened with. */
export interface OpenMessage {
  readonly sources: ManualSources;
  readonly settings: FindSettings;
  readonly cacheDir?: string | null;
}

/** To a thread that searches. */
export type Order =
  | {
    readonly kind: "open";
    readonly options: OpenMessage;
    readonly cancelled: Int32Array;
  }
  | {
    readonly kind: "search";
    readonly id: number;
    readonly question: SearchQuestion;
    readonly knownVersion?: string;
    readonly tellsProgress: boolean;
  }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "settle"; readonly id: number }
  | { readonly kind: "close"; readonly id: number };

/** From a thread that searches. */
export type Report =
  | {
    readonly kind: "done";
    readonly id: number;
    readonly result?: SearchResult | "unchanged";
  }
  | {
    readonly kind: "failed";
    readonly id: number;
    /** What the caller can put right; otherwise it is a defect. */
    readonly problem?: ManualProblem;
    readonly stack: string;
  }
  | {
    readonly kind: "progress";
    readonly id: number;
    readonly done: number;
    readonly total: number;
  }
  | { readonly kind: "warn"; readonly line: string };

/** More than are ever asked at once. */
const SLOTS = 1024;

/** Shared memory in which searches are cancelled while they compute. */
export function cancellations(): Int32Array {
  const { BYTES_PER_ELEMENT } = Int32Array;
  return new Int32Array(new SharedArrayBuffer(SLOTS * BYTES_PER_ELEMENT));
}

/** Cancels a search, even one that reads no messages now. */
export function cancel(cancelled: Int32Array, id: number): void {
  Atomics.store(cancelled, id % SLOTS, id);
}

/** Tells whether a search was cancelled. */
export function isCancelled(cancelled: Int32Array, id: number): boolean {
  return Atomics.load(cancelled, id % SLOTS) === id;
}
