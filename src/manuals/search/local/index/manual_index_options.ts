import type { Clock, Files } from "../../../../runtime/runtime.ts";
import type { FormatTable } from "../../../formats/format.ts";
import type { CharClasses } from "../tokens/char_class.ts";
import type { IndexStore } from "./index_store.ts";

/** What an index is made from. */
export interface ManualIndexOptions {
  /** The manual's directory. */
  readonly root: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly classes: CharClasses;
  /** How files are read. */
  readonly formats?: FormatTable;
  /** Where the index outlives the process; nowhere when absent. */
  readonly store?: IndexStore;
  readonly maxFileBytes: number;
  readonly refreshMs: number;
  /** Told when the index cannot be kept. */
  readonly warn?: (line: string) => void;
}

/** How long and for whom to wait. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** How long to wait for files to be indexed, in milliseconds. */
  readonly timeMs: number;
  /** Told how many of how many files are indexed, now and then. */
  readonly progress?: (done: number, total: number) => void;
}
